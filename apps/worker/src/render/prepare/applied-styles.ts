/**
 * Finds out from the text of a checked document whether declarations of some kinds may apply to anything in it, by the names in their
 * selectors. It may say so of declarations that do not apply, but misses none: style sheets of frameworks have thousands of rules,
 * and a document uses few of them.
 */

/** What declarations do: each kind is a bit. */
export const KIND = {
  breaks: 1,
  unbroken: 2,
  clips: 4,
  hides: 8,
  placed: 16,
  vertical: 32,
  tables: 64,
  moved: 128,
} as const;

type Kind = keyof typeof KIND;

/** The declarations of each kind. Values with variables may have any. */
const DECLARATIONS: Readonly<Record<Kind, RegExp>> = {
  breaks: /break-(?:before|after)\s*:\s*(?:page|always|all|left|right|recto|verso|var)|mso-break-type/i,
  unbroken:
    /display\s*:\s*(?:inline|flex|grid|contents|ruby|var|-webkit|table-(?:header|footer|caption))|float\s*:\s*(?:left|right|inline|var)|position\s*:\s*(?:absolute|fixed|var)|column|writing-mode|contain|overflow|max-height/i,
  clips: /overflow(?:-[a-z]{1,9})?\s*:\s*(?:auto|scroll|hidden|clip|overlay|var)|\bcontain\s*:/i,
  hides:
    /display\s*:\s*(?:none|var)|visibility\s*:\s*(?:hidden|collapse|var)|opacity\s*:\s*(?:0(?:\.0*)?(?![\d.])|var)|content-visibility/i,
  placed: /position\s*:\s*(?:absolute|fixed|var)/i,
  vertical: /writing-mode\s*:\s*(?:vertical|sideways|tb|var)/i,
  tables: /table-layout\s*:\s*(?:fixed|var)/i,
  // Smaller lengths lose no line, and rows of columns have smaller ones at their sides.
  moved:
    /(?<![\w-])(?!margin-top\s*:\s*calc)(?:(?:top|left|right|inset|margin(?:-top)?)\s*:\s*-(?:[89]|[1-9]\d{1,5})(?:\.\d{1,6})?px|(?:top|left|right|inset|margin(?:-top|-left|-right|-inline(?:-start|-end)?)?|text-indent)\s*:\s*(?:[^\s;{}"]{1,40}\s+(?:[^\s;{}"]{1,40}\s+){0,2})?(?:calc\(\s*-[1-9]|-(?:[\d.]{1,12}(?:[cm]m|in|p[ct]|r?em|ch|ex|v[wh]|%)|(?:[2-9]\d|\d{3,6})(?:\.\d{1,6})?px)))/i,
};

const EACH = (Object.keys(KIND) as Kind[]).map((kind) => [KIND[kind], DECLARATIONS[kind]] as const);

/** The expressions for page scripts, by kind. */
export const DECLARATION_SOURCES = Object.fromEntries(
  Object.entries(DECLARATIONS).map(([kind, { source }]) => [kind, source]),
);

/** Returns the kinds of declarations in a style sheet. */
const kindsOf = (text: string): number =>
  EACH.reduce((kinds, [kind, expression]) => (expression.test(text) ? kinds | kind : kinds), 0);

/** Returns the style sheets and `style` attributes of checked HTML, each once, and perhaps text that looks like one. */
function stylesIn(html: string): string {
  const found = new Set<string>();
  for (let at = html.indexOf(SHEET); at >= 0; at = html.indexOf(SHEET, at)) {
    const end = html.indexOf('</style>', at);
    found.add(html.slice(at, end < 0 ? undefined : end));
    if (end < 0) break;
    at = end;
  }
  // In a text, the next quotation mark may begin the value of a real attribute, which is found by itself.
  for (let at = html.indexOf(ATTRIBUTE); at >= 0; at = html.indexOf(ATTRIBUTE, at)) {
    at += ATTRIBUTE.length;
    const end = html.indexOf('"', at);
    found.add(html.slice(at, end < 0 ? undefined : end));
  }
  return [...found].join('\n');
}

const SHEET = '<style';
const ATTRIBUTE = ' style="';

/** Returns the kinds of declarations in HTML. */
export const kindsIn = (html: string): number => kindsOf(stylesIn(html));

/** Elements that hide text without a declaration. */
const HIDDEN = ['<details', ' hidden="'] as const;
/** Boxes that may be as large as a page. */
const LARGE = /\bheight\s*:\s*100(?:%|d?vh)|\bbottom\s*:\s*0|\binset\s*:|\bfixed\b/i;
/** Fields with more text than they may show. */
const FIELD = /<input\s[^>]{0,300}?value="[^"]{15}/;

/** Returns whether a document may have text that is not on its pages, or breaks that the browser ignores. */
export function mayLose(html: string): boolean {
  if (html.includes('<textarea') || (html.includes('<input') && FIELD.test(html))) return true;
  const styles = stylesIn(html);
  let kinds = kindsOf(styles) & ~KIND.unbroken;
  if (HIDDEN.some((sign) => html.includes(sign))) kinds |= KIND.hides;
  if (!LARGE.test(styles)) kinds &= ~KIND.placed;
  return kinds !== 0 && mayApply(html, kinds);
}

/** Elements that the browser breaks pages at, unless styles make them others. */
const BLOCKS = new Set(
  (
    'html body address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table tbody tr ul'
  ).split(' '),
);
/** Elements that the browser never breaks. */
const UNBROKEN = new Set('button caption foreignobject legend math svg tfoot thead'.split(' '));
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** The last element of a selector, as far as its names say. */
interface Subject {
  readonly names: readonly string[];
  readonly kinds: number;
}

/** More selectors with the same name count as if they had no other one. */
const MOST_SUBJECTS = 20;
const COMMENTS = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g;
/** A string with a brace, which would be taken for one of a rule. */
const BRACE_IN_STRING = /"[^"{}]*[{}][^"]*"|'[^'{}]*[{}][^']*'/;
const IN_BRACKETS = /\([^()]*\)|\[[^[\]]*\]/g;
const MOST_BRACKETS = 5;
const NAMES = /[.#]?(?:\\[^\da-f\n]|[\w-]|[^\0-\x7f])+/gi;

/** The rules of a document's style sheets whose declarations are of some kind. */
class Rules {
  /** Whether the rules can't be read, so that any may apply. */
  isUnknown = false;
  /** The kinds of rules for all elements. */
  private any = 0;
  private readonly subjects = new Map<string, Subject[]>();

  read(css: string): void {
    const text = css.replace(COMMENTS, '');
    if (BRACE_IN_STRING.test(text)) this.isUnknown = true;
    /** The selectors of the rules around. */
    const around: string[] = [];
    let start = 0;
    for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
      const before = text.slice(start, index);
      // Declarations may stand before a nested rule.
      if (around.length > 0) this.note(before, around);
      if (brace === '{') around.push(before.slice(before.lastIndexOf(';') + 1));
      else around.pop();
      start = index + 1;
    }
    if (around.length > 0) this.note(text.slice(start), around);
  }

  /** Returns the kinds of declarations that may apply to an element. @param names its tag, classes and id, in lower case, with `.` and `#`. */
  kindsFor(names: ReadonlySet<string>): number {
    let kinds = this.any;
    for (const name of names)
      for (const subject of this.subjects.get(name) ?? [])
        if ((subject.kinds & ~kinds) !== 0 && subject.names.every((one) => names.has(one))) kinds |= subject.kinds;
    return kinds;
  }

  private note(declarations: string, around: readonly string[]): void {
    const kinds = kindsOf(declarations);
    if (kinds === 0) return;
    const [selector = '', ...outer] = around.filter((one) => !one.trimStart().startsWith('@')).reverse();
    this.add(selector, kinds);
    // `&` is an element of the rule around.
    for (const one of outer) this.add(one, kinds);
  }

  private add(selector: string, kinds: number): void {
    let plain = selector;
    for (let depth = 0; depth < MOST_BRACKETS && /[([]/.test(plain); depth++) plain = plain.replace(IN_BRACKETS, '');
    if (/[([|]|\\[\da-f]/i.test(plain)) {
      this.any |= kinds;
      return;
    }
    for (const one of plain.split(',')) {
      const compounds = one.trim().split(/[\s>+~]+/);
      const last = compounds.at(-1) ?? '';
      if (last.includes('::')) continue; // has no text of the document
      const names = last.replace(/(?<!\\):[\w-]+/g, '').match(NAMES) ?? [];
      this.addSubject({ names: names.map((name) => name.replaceAll('\\', '').toLowerCase()), kinds });
    }
  }

  private addSubject(subject: Subject): void {
    const key = subject.names.at(-1);
    if (key === undefined) {
      this.any |= subject.kinds;
      return;
    }
    const known = this.subjects.get(key) ?? [];
    this.subjects.set(key, known);
    if (known.length < MOST_SUBJECTS) known.push(subject);
    else if (known.length === MOST_SUBJECTS) known.push({ names: [key], kinds: subject.kinds });
    else known[MOST_SUBJECTS] = { names: [key], kinds: (known[MOST_SUBJECTS]?.kinds ?? 0) | subject.kinds };
  }
}

/** What is known of an element by its tag. */
interface Known {
  readonly kinds: number;
  readonly isBlock: boolean;
  readonly isUnbroken: boolean;
  /** Whether it can have no content. */
  readonly isVoid: boolean;
  readonly isStyle: boolean;
}

/** The fraction of the text above which hidden text is reported. Less is hidden than elements with these declarations have. */
const MUCH = 0.6;
/** Tags that are remembered: most of a document are alike. */
const MOST_KNOWN = 2_000;
/** Kinds that matter wherever they apply. */
const ANYWHERE = KIND.clips | KIND.placed | KIND.tables | KIND.vertical | KIND.moved;

/** Returns whether declarations that may keep text from the pages may apply. @param wanted the kinds that matter. */
export function mayApply(html: string, wanted: number): boolean {
  const rules = rulesOf(html);
  if (rules.isUnknown) return true;
  const tags = new Map<string, Known>();
  /** The open elements, and how many of them are unbroken, or hide their text. */
  const open: Known[] = [];
  let [unbroken, hidden] = [0, 0];
  const length = { all: 0, hidden: 0 };
  let from = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', from)) {
    length.all += at - from;
    if (hidden > 0) length.hidden += at - from;
    from = endOfTag(html, at);
    if (html[at + 1] === '/') {
      const closed = open.pop();
      if (closed?.isUnbroken) unbroken -= 1;
      if (closed !== undefined && (closed.kinds & KIND.hides) !== 0) hidden -= 1;
      continue;
    }
    if (html[at + 1] === '!') continue;
    const tag = html.slice(at + 1, from - 1);
    let known = tags.get(tag);
    if (known === undefined) {
      known = knownOf(tag, rules);
      if (tags.size < MOST_KNOWN) tags.set(tag, known);
    }
    if ((known.kinds & wanted & ANYWHERE) !== 0) return true;
    if (known.isVoid) {
      if ((known.kinds & wanted & KIND.breaks) !== 0) return true;
      continue;
    }
    if (known.isUnbroken) unbroken += 1;
    if ((known.kinds & wanted & KIND.breaks) !== 0 && (unbroken > 0 || !known.isBlock)) return true;
    if ((known.kinds & KIND.hides) !== 0) hidden += 1;
    open.push(known);
    if (known.isStyle) from = Math.max(from, html.indexOf('</style', from));
  }
  return (wanted & KIND.hides) !== 0 && length.hidden > MUCH * length.all;
}

/** Returns the offset after a tag of a checked document, in which every attribute has quotation marks. */
function endOfTag(html: string, at: number): number {
  END.lastIndex = at;
  for (let end = END.exec(html); end !== null; end = END.exec(html)) {
    if (end[0] === '>') return END.lastIndex;
    const closing = html.indexOf('"', END.lastIndex);
    if (closing === -1) break;
    END.lastIndex = closing + 1;
  }
  return html.length;
}
const END = /[">]/g;

function rulesOf(html: string): Rules {
  const rules = new Rules();
  for (let at = html.indexOf('<style'); at !== -1; ) {
    const from = endOfTag(html, at);
    const close = html.indexOf('</style', from);
    rules.read(html.slice(from, close === -1 ? html.length : close));
    at = html.indexOf('<style', close === -1 ? html.length : close);
  }
  return rules;
}

function knownOf(tag: string, rules: Rules): Known {
  const name = (/^[^\s]*/.exec(tag)?.[0] ?? '').toLowerCase();
  const names = new Set([name]);
  let kinds = name === 'details' ? KIND.hides : 0;
  for (const [, attribute, value = ''] of tag.matchAll(/\s(class|id|style|hidden)="([^"]*)"/g)) {
    // In a document without a doctype their case does not matter.
    if (attribute === 'class') for (const one of value.toLowerCase().split(/\s+/)) names.add(`.${one}`);
    else if (attribute === 'id') names.add(`#${value.toLowerCase()}`);
    else if (attribute === 'hidden') kinds |= KIND.hides;
    else kinds |= kindsOf(value);
  }
  kinds |= rules.kindsFor(names);
  const isUnbroken = UNBROKEN.has(name) || (kinds & KIND.unbroken) !== 0;
  return { kinds, isBlock: BLOCKS.has(name), isUnbroken, isVoid: VOID.has(name), isStyle: name === 'style' };
}
