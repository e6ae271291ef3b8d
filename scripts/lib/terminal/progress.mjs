/** Progress that a person can follow: a line per step, redrawn while it runs on a terminal, calm on a pipe. */

const REDRAW_MS = 1_000;
/** On a pipe, a step that takes long says so this often. */
const REMINDER_MS = 20_000;
const LABEL_WIDTH = 22;

const COLOURS = { green: 32, red: 31, yellow: 33, dim: 2, bold: 1 };

/**
 * @typedef {object} Output where the lines go; `process.stdout` usually
 * @property {(text: string) => unknown} write
 * @property {boolean} [isTTY]
 */

export class Progress {
  /** @type {string | undefined} the line that is redrawn, while a step runs on a terminal */
  #current;

  /**
   * @param {Output} [output]
   * @param {Record<string, string | undefined>} [env] `NO_COLOR` and `TERM=dumb` are respected
   */
  constructor(output = process.stdout, env = process.env) {
    this.output = output;
    this.live = output.isTTY === true && env.TERM !== 'dumb';
    this.coloured = this.live && !env.NO_COLOR;
  }

  /**
   * Runs a step and reports how it ended and how long it took.
   *
   * @template T
   * @param {string} label what is done, in a word or two
   * @param {() => Promise<T>} work
   * @param {(result: T) => string} [detail] what to say about the result
   * @returns {Promise<T>}
   */
  async step(label, work, detail = () => '') {
    const started = performance.now();
    const stopTicking = this.#tick(label, started);
    try {
      const result = await work();
      stopTicking();
      this.#finish(this.paint('green', '✓'), label, detail(result), started);
      return result;
    } catch (error) {
      stopTicking();
      this.#finish(this.paint('red', '✗'), label, '', started);
      throw error;
    }
  }

  /** @param {string} text one or several lines, shown above a running step */
  line(text = '') {
    this.output.write(`${this.#erase()}${text}\n${this.#current ?? ''}`);
  }

  /** @param {string} text something to know that does not stop the work */
  warn(text) {
    this.line(`  ${this.paint('yellow', '!')} ${text}`);
  }

  /**
   * @param {keyof typeof COLOURS} colour
   * @param {string} text
   */
  paint(colour, text) {
    return this.coloured ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text;
  }

  /**
   * @param {string} label
   * @param {number} started
   */
  #tick(label, started) {
    const show = () => {
      const running = `  … ${label.padEnd(LABEL_WIDTH)} ${this.paint('dim', seconds(started))}`;
      if (!this.live) return this.line(running);
      this.output.write(`${this.#erase()}${running}`);
      this.#current = running;
    };
    if (this.live) show();
    const timer = setInterval(show, this.live ? REDRAW_MS : REMINDER_MS);
    return () => clearInterval(timer);
  }

  /**
   * @param {string} mark
   * @param {string} label
   * @param {string} detail
   * @param {number} started
   */
  #finish(mark, label, detail, started) {
    const erase = this.#erase();
    this.#current = undefined;
    const text = `  ${mark} ${label.padEnd(LABEL_WIDTH)} ${detail}${detail ? '  ' : ''}`;
    this.output.write(`${erase}${text}${this.paint('dim', seconds(started))}\n`);
  }

  #erase() {
    return this.#current === undefined ? '' : '\r\u001b[K';
  }
}

/**
 * @param {number} since a moment of `performance.now()`
 * @returns {string} the time since then, such as "1.4 s"
 */
export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
