/** Shows progress: a line for each step when it ends, and reminders while it runs. */
import { styleText } from 'node:util';

export class Progress {
  /**
   * @param {{ write: (text: string) => unknown, isTTY?: boolean }} [output] @param {NodeJS.ProcessEnv} [env]
   * @param {number} [reminderMs] the interval of reminders during long steps
   */
  constructor(output = process.stdout, env = process.env, reminderMs = 5_000) {
    this.output = output;
    this.coloured = output.isTTY === true && env.TERM !== 'dumb' && !env.NO_COLOR;
    this.reminderMs = reminderMs;
  }

  /**
   * Runs a step and reports how it ended and how long it took.
   *
   * @template T
   * @param {string} label the name of the step @param {() => Promise<T>} work
   * @param {(result: T) => string} [detail] describes the result
   */
  async step(label, work, detail = () => '') {
    const started = performance.now();
    const show = (/** @type {string} */ mark, text = '') => {
      const time = this.paint('dim', `${((performance.now() - started) / 1000).toFixed(1)} s`);
      this.line(`  ${mark} ${label.padEnd(22)} ${text && `${text}  `}${time}`);
    };
    const timer = setInterval(show, this.reminderMs, '…');
    try {
      const result = await work();
      show(this.paint('green', '✓'), detail(result));
      return result;
    } catch (error) {
      show(this.paint('red', '✗'));
      throw error;
    } finally {
      clearInterval(timer);
    }
  }

  /** @param {string} text one or several lines */
  line(text = '') {
    this.output.write(`${text}\n`);
  }

  /** @param {string} text a warning */
  warn(text) {
    this.line(`  ${this.paint('yellow', '!')} ${text}`);
  }

  /** @param {Parameters<typeof styleText>[0]} style @param {string} text */
  paint(style, text) {
    return this.coloured ? styleText(style, text, { validateStream: false }) : text;
  }
}
