/** Finds lists of font families of which the service has none. */
import { type CSSToken, TokenType } from '@csstools/css-tokenizer';
import { scriptFallback } from '../fonts/script-fonts.js';

/** The missing families of a declaration. */
export interface FontStack {
  /** As named, in their order; at least one. */
  readonly families: readonly string[];
  /** The selector of its rule; empty if there is none. */
  readonly selector: string;
  /** Offsets of the first character and after the last one. */
  readonly start: number;
  readonly end: number;
}

/** The known font families. */
export interface KnownFonts {
  /** Returns whether the service has the family or a replacement. */
  hasFont(family: string): boolean;
  /** Whether lists end with the fonts of scripts. */
  readonly withScripts?: boolean | undefined;
}

/** A quick check. */
export const mayNameFonts = (css: string): boolean => /font/i.test(css);

/** Names that are not a specific family. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'serif sans-serif monospace cursive fantasy math emoji fangsong ui-serif ui-sans-serif ui-monospace ui-rounded ' +
    'inherit initial unset revert revert-layer default none -apple-system blinkmacsystemfont sans caption icon menu'
  ).split(' '),
);
const SYSTEM_UI = 'system-ui';

/** Families of operating systems. A list with them asks for the system's font. */
const OF_SYSTEMS =
  /^(?:menlo|monaco|consolas|sf ?mono(?:-regular)?|sf pro(?: text| display)?|san francisco|andale mono|lucida console|lucida sans typewriter|cascadia (?:code|mono)|(?:ubuntu|oxygen|droid sans|bitstream vera sans) mono|geneva|(?:apple color|segoe ui|twitter color|android)[ -]?(?:emoji|symbol)|emojione.*|twemoji mozilla|(?:ms|yu|ipa|kochi|takao|biz ud).?p?(?:gothic|mincho|ui gothic).*|hira(?:gino |kaku|min).*|meiryo.*|osaka|pingfang .*|heiti .*|songti .*|kaiti.*|st(?:heiti|song|kaiti|fangsong|xihei).*|microsoft (?:yahei|jhenghei).*|(?:n?sim(?:sun|hei)|p?mingliu|dengxian|fangsong|wenquanyi|malgun|gulim|dotum|batang|apple sd gothic|nanum|source han).*|[^\0-\u024f].*)$/;

/** The largest length of a list of families, in characters. */
const MAX_VALUE = 2_000;
/** The largest number of lists of unknown families. */
const MAX_STACKS = 200;

/** First characters of the relevant properties, to skip nearly all others. */
const FIRST: ReadonlySet<number> = new Set([...'fF-'].map((letter) => letter.charCodeAt(0)));
/** Custom properties that may be a list of families, and the words of such lists. */
const CUSTOM = /^--.*(?:font|family)/;
const LIST = /["']|(?:serif|monospace|cursive|fantasy)\s*$/i;

/** A comment to its end, or to the end of a text in which none ends. */
const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g;

const SIZE =
  /(?:^|\s)(?:[\d.]+(?:[a-z]+|%)|(?:x{1,3}-)?(?:small|large)|medium|smaller|larger)(?:\s*\/\s*\S+)?\s+(?=\S)/i;

/** Returns the families of a list if all are missing; empty otherwise. */
export function missingFamilies(value: string, property: string, { hasFont }: KnownFonts): string[] {
  if (value.length > MAX_VALUE || value.includes('(')) return [];
  const text = value.replace(COMMENT, ' ').replace(/!\s*important\s*$/i, '');
  if (CUSTOM.test(property) && !LIST.test(text)) return [];
  const size = property === 'font' ? SIZE.exec(text) : undefined;
  if (size === null) return [];
  const list = text.slice(size === undefined ? 0 : size.index + size[0].length);
  const names = (list.match(/"[^"]*"|'[^']*'|[^,"']+/g) ?? []).map(nameOf).filter((name) => /^[^=&;{}<>]+$/.test(name));
  if (names.some((name) => hasFont(name) || name.toLowerCase() === SYSTEM_UI)) return [];
  const families = names.filter((name) => !KEYWORDS.has(name.toLowerCase()));
  const isOfSystems = (name: string): boolean => OF_SYSTEMS.test(name.toLowerCase());
  // Those after a system's font are for other systems.
  return families[0] !== undefined && isOfSystems(families[0]) ? [] : families.filter((name) => !isOfSystems(name));
}

const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|(.))/gi;

function nameOf(text: string): string {
  const trimmed = text.trim();
  const bare = /^["']/.test(trimmed) ? trimmed.slice(1, -1) : trimmed.replace(/\s+/g, ' ');
  return bare.replace(ESCAPE, (_, digits?: string, other?: string) => {
    const code = digits === undefined ? Number.NaN : Number.parseInt(digits, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : (other ?? '');
  });
}

/** Blocks without lists of families, and blocks for screens only. */
const NOT_PRINTED = /^\s*@(?:font-[a-z-]+|media\s+(?:only\s+)?screen\b[^,]*$)/i;

/** The largest length of a selector or at-rule that is read, in characters. */
const MAX_PRELUDE = 2_000;

/** An open block, with the range of the text before it. */
interface Block {
  readonly start: number;
  readonly end: number;
  readonly isPrinted: boolean;
}

/** Reads the tokens of a scan. */
export class FontStackReader {
  readonly stacks: FontStack[] = [];
  /** Lists of families, as written. */
  readonly lists = new Set<string>();
  /** What is added to lists. */
  readonly added: { readonly at: number; readonly css: string }[] = [];
  private readonly known = new Map<string, readonly string[]>();
  private readonly blocks: Block[] = [];
  private statement = 0;
  private isBeginning = true;
  /** A name before its colon. */
  private name: CSSToken | undefined;
  private declaration: { property: string; start: number; value: number } | undefined;

  constructor(
    private readonly text: string,
    private readonly fonts: KnownFonts,
  ) {}

  read(token: CSSToken): void {
    const [type, , start] = token;
    if (type === TokenType.Whitespace || type === TokenType.Comment) return;
    if (type === TokenType.CDO || type === TokenType.CDC) return;
    // A statement begins after the comments before it, which may be long.
    if (this.isBeginning) this.statement = start;
    switch (type) {
      case TokenType.OpenCurly:
        this.open(token[2]);
        this.begin(token);
        return;
      case TokenType.Semicolon:
        this.end(token[2]);
        this.begin(token);
        return;
      case TokenType.CloseCurly:
        this.end(token[2]);
        this.blocks.pop();
        this.begin(token);
        return;
      case TokenType.Colon:
        if (this.name !== undefined) this.readProperty(this.name, token);
        this.name = undefined;
        this.isBeginning = false;
        return;
      default:
        this.name = this.isBeginning && token[0] === TokenType.Ident ? token : undefined;
        this.isBeginning = false;
    }
  }

  private begin(token: CSSToken): void {
    this.declaration = undefined;
    this.name = undefined;
    this.statement = token[3] + 1;
    this.isBeginning = true;
  }

  /** Ends the current declaration. @param at the offset of its end. */
  end(at: number): void {
    const { declaration } = this;
    this.declaration = undefined;
    if (declaration === undefined || this.blocks.at(-1)?.isPrinted === false) return;
    const { property, start, value } = declaration;
    const written = this.text.slice(value, at);
    this.lists.add(written.trim());
    if (this.fonts.withScripts && !property.startsWith('--')) this.add(property, written, value);
    if (this.stacks.length >= MAX_STACKS) return;
    const key = `${property} ${written}`;
    const families = this.known.get(key) ?? missingFamilies(written, property, this.fonts);
    this.known.set(key, families);
    if (families.length > 0) this.stacks.push({ families, selector: this.selector, start, end: at });
  }

  private add(property: string, written: string, start: number): void {
    const added = scriptFallback(property, written);
    if (added !== undefined) this.added.push({ at: start + added.at, css: added.css });
  }

  private readProperty(name: CSSToken, colon: CSSToken): void {
    if (!FIRST.has(name[1].charCodeAt(0))) return;
    const property = name[1].toLowerCase();
    if (property === 'font' || property === 'font-family' || CUSTOM.test(property))
      this.declaration = { property, start: name[2], value: colon[3] + 1 };
  }

  private open(end: number): void {
    const start = this.statement;
    const isOuterPrinted = this.blocks.at(-1)?.isPrinted ?? true;
    const prelude = this.text.slice(start, Math.min(end, start + MAX_PRELUDE)).replace(COMMENT, ' ');
    const isPrinted = isOuterPrinted && !NOT_PRINTED.test(prelude);
    this.blocks.push({ start, end, isPrinted });
  }

  private get selector(): string {
    const { start, end } = this.blocks.at(-1) ?? { start: 0, end: 0 };
    const prelude = end - start > MAX_PRELUDE ? '' : this.text.slice(start, end).trim();
    return prelude.startsWith('@') ? '' : prelude;
  }
}

/** Arguments of selectors, and attributes. */
const IN_BRACKETS = /\([^()]*\)|\[[^[\]]*\]/g;

/** Elements that exist without being written. */
const IMPLIED: ReadonlySet<string> = new Set(['html', 'head', 'body', 'tbody', 'colgroup']);

/**
 * Returns whether a rule may match elements, by the names in its selector.
 *
 * @param says returns whether a lower-case text is in the document.
 */
export function mayApply(selector: string, says: (text: string) => boolean): boolean {
  const plain = selector.toLowerCase().replace(COMMENT, '').replace(IN_BRACKETS, '');
  return plain.split(',').some((one) => {
    const names = [...one.matchAll(/[.#](-?[a-z_][\w-]*)/g)].map(([, name = '']) => name);
    const elements = [...one.matchAll(/(?:^|[\s>+~])([a-z][\w-]*)/g)].map(([, name = '']) => name);
    return names.every(says) && elements.every((name) => IMPLIED.has(name) || says(`<${name}`));
  });
}
