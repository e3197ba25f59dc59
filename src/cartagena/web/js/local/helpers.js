/** Workers that think, so that the worker of the tables can answer requests. Each does one job at a time. */

/** How long idle helpers are kept, in milliseconds. */
const KEPT_MS = 300_000;

/** A job that was started. `stop` ends it with its helper, and the promise of its result is rejected. @typedef {{ result: Promise<any>, stop: () => void }} StartedJob */

/** Starts helpers when they are needed and keeps them for a while. */
export class Helpers {
  /** @param {() => Worker} open starts a worker @param {number} most the number of helpers that are worth having */
  constructor(open, most) {
    this.open = open;
    this.most = most;
    /** @type {Worker[]} */
    this.idle = [];
    this.closing = 0;
  }

  /** The number of helpers that have loaded the engine and wait for a job. */
  get ready() {
    return this.idle.length;
  }

  /**
   * Let a helper do a job: see local/jobs.js.
   * @param {object} job
   * @param {(report: any) => void} [onReport] called with what the helper reports before its result
   * @returns {StartedJob}
   */
  run(job, onReport = () => {}) {
    const helper = this.idle.pop() ?? this.open();
    let stop = () => {};
    const result = new Promise((resolve, reject) => {
      const fail = (/** @type {unknown} */ error) => {
        if (helper.onmessage === null) return;
        helper.onmessage = null;
        helper.terminate();
        reject(error);
      };
      stop = () => fail(new Error("stopped"));
      helper.onmessage = ({ data }) => {
        if ("report" in data) return onReport(data.report);
        this.release(helper);
        if ("problem" in data) reject(data.problem);
        else resolve(data.result);
      };
      helper.onerror = (event) => fail(event.error ?? new Error(event.message));
      helper.postMessage({ kind: "work", job });
    });
    return { result, stop };
  }

  /** @param {Worker} helper */
  release(helper) {
    helper.onmessage = null;
    if (this.idle.length < this.most) this.idle.push(helper);
    else helper.terminate();
    clearTimeout(this.closing);
    this.closing = setTimeout(() => {
      for (const one of this.idle.splice(0)) one.terminate();
    }, KEPT_MS);
  }
}
