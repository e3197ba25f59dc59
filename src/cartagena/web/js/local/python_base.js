/** The object with every part of Python that translated programs use. The other modules fill it. */

/** The runtime of translated programs. @type {any} */
export const py = {};

/** The operators of arrays, set by numpy.js. @type {any} */
export const arrays = { isArray: () => false };
