/** The object with every part of Python that translated programs use. The other modules fill it. */

/** The runtime of translated programs. @type {any} */
export const py = {};

/** How arrays take part in operators: numpy.js puts itself here. @type {any} */
export const arrays = { isArray: () => false };
