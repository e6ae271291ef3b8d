/**
 * Finds counters that headings restart and that something around them begins as well, as in `body { counter-reset: a b } h2 {
 * counter-reset: b }`. By today's CSS the counter of a heading is then one for its own content only, so that the numbers after it do
 * not restart; authors and older printers expect that they do. `counter-set` restarts them.
 */
import { type CSSToken, TokenType } from '@csstools/css-tokenizer';
import type { CssRange } from './tokens.js';

const RESET = /counter-reset/i;
const SET = /counter-set/i;
const COUNTERS = /^counter-(reset|increment)\s*:\s*([^!]*)/i;
const NAME = /^-?[a-z_][\w-]*$/i;
const RESERVED = /^(?:none|inherit|initial|unset|revert.*)$/i;
const PSEUDO_ELEMENT = /::|:(?:before|after)/i;
const HEADING = /(?:^|[\s>+~])h[1-6](?:[.#:[][^\s>+~]*)?$/i;
/** The longest selector or declaration that is read. */
const MAX_TEXT = 300;
const PROPERTY_LENGTH = 'counter-reset'.length;

interface Restart extends CssRange {
  readonly selector: string;
  readonly names: readonly string[];
}

/** Sheets with `counter-set` know how to restart a counter. */
export const mayRestart = (css: string): boolean => RESET.test(css) && !SET.test(css);

/** Reads the tokens of a style sheet. */
export class RestartReader {
  /** The selectors of the open blocks. */
  private readonly blocks: string[] = [];
  /** The selector or declaration so far. */
  private text = '';
  private start = 0;
  /** Counters that other elements than headings begin. */
  private readonly begun = new Set<string>();
  private readonly restarts: Restart[] = [];
  /** Counters with the headings that increment them: they would be set after that. */
  private readonly counted = new Set<string>();

  read([type, text, start]: CSSToken): void {
    if (type === TokenType.Comment || (this.text === '' && type === TokenType.Whitespace)) return;
    if (type === TokenType.OpenCurly) this.blocks.push(this.text.trim());
    else if (type === TokenType.CloseCurly || type === TokenType.Semicolon) {
      this.declare();
      if (type === TokenType.CloseCurly) this.blocks.pop();
    } else {
      if (this.text === '') this.start = start;
      if (this.text.length < MAX_TEXT) this.text += text;
      return;
    }
    this.text = '';
  }

  /** The names of properties to replace by `counter-set`. */
  end(): CssRange[] {
    this.declare();
    const isMeant = ({ selector, names }: Restart) =>
      !names.some((name) => name === 'page' || name === 'pages' || this.counted.has(`${selector} ${name}`));
    const meant = this.restarts.filter(isMeant);
    return meant.some(({ names }) => names.some((name) => this.begun.has(name))) ? meant : [];
  }

  private declare(): void {
    const [, property = '', value = ''] = COUNTERS.exec(this.text) ?? [];
    const selector = this.blocks.at(-1);
    if (property === '' || selector === undefined || PSEUDO_ELEMENT.test(selector)) return;
    const names = value.split(/\s+/).filter((word) => NAME.test(word) && !RESERVED.test(word));
    const isHeading = selector.split(',').every((part) => HEADING.test(part.trim()));
    if (property.toLowerCase() !== 'reset') for (const name of names) this.counted.add(`${selector} ${name}`);
    else if (!isHeading) for (const name of names) this.begun.add(name);
    else this.restarts.push({ selector, names, start: this.start, end: this.start + PROPERTY_LENGTH });
  }
}
