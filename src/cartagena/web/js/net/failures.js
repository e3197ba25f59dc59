/** Failures: refused requests, and a lost connection to the server. */

/** An error response: a message template and its parameters. ui/errors.js renders it. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {{ type?: string, detail?: string, says?: string, names?: Record<string, string | number | string[]> }} body
   */
  constructor(status, body) {
    super(body.detail ?? "");
    this.status = status;
    this.kind = (body.type ?? "").split(":").pop() || "request";
    this.says = body.says ?? body.detail ?? "";
    this.names = body.names ?? {};
  }
}

/** Fires "failed" whenever a request does not reach the server. */
export const connection = new EventTarget();
