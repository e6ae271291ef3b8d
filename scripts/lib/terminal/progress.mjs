/** Progress that a person can follow: a line per step, redrawn while it runs on a terminal, calm on a pipe. */
import { styleText } from 'node:util';

const REDRAW_MS = 1_000;
/** On a pipe, a step that takes long says so this often. */
const REMINDER_MS = 20_000;
const ERASE = '\r\u001b[K';

export class Progress {
  /** The line that is redrawn while a step runs on a terminal. */
  #current = '';

  /** @param {{ write: (text: string) => unknown, isTTY?: boolean }} [output] @param {NodeJS.ProcessEnv} [env] */
  constructor(output = process.stdout, env = process.env) {
    this.output = output;
    this.live = output.isTTY === true && env.TERM !== 'dumb';
    this.coloured = this.live && !env.NO_COLOR;
  }

  /**
   * Runs a step and reports how it ended and how long it took.
   *
   * @template T
   * @param {string} label what is done, in a word or two @param {() => Promise<T>} work
   * @param {(result: T) => string} [detail] what to say about the result
   */
  async step(label, work, detail = () => '') {
    const started = performance.now();
    const show = (/** @type {string} */ mark, text = '', end = '') => {
      const erase = this.#current && ERASE;
      const time = this.paint('dim', `${((performance.now() - started) / 1000).toFixed(1)} s`);
      const line = `  ${mark} ${label.padEnd(22)} ${text && `${text}  `}${time}${end}`;
      this.#current = end ? '' : line;
      this.output.write(erase + line);
    };
    if (this.live) show('…');
    const timer = setInterval(() => show('…', '', this.live ? '' : '\n'), this.live ? REDRAW_MS : REMINDER_MS);
    try {
      const result = await work();
      show(this.paint('green', '✓'), detail(result), '\n');
      return result;
    } catch (error) {
      show(this.paint('red', '✗'), '', '\n');
      throw error;
    } finally {
      clearInterval(timer);
    }
  }

  /** @param {string} text one or several lines, shown above a running step */
  line(text = '') {
    this.output.write(`${this.#current && ERASE}${text}\n${this.#current}`);
  }

  /** @param {string} text something to know that does not stop the work */
  warn(text) {
    this.line(`  ${this.paint('yellow', '!')} ${text}`);
  }

  /** @param {Parameters<typeof styleText>[0]} style @param {string} text */
  paint(style, text) {
    return this.coloured ? styleText(style, text, { validateStream: false }) : text;
  }
}
