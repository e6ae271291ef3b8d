/** Attributes of MathML 3 that browsers ignore since MathML Core. Those with an equivalent are rewritten; others cause a warning. */
import {
  type Attribute,
  attribute,
  type Element,
  isElement,
  type ParentNode,
  removeAttributes,
  setAttribute,
} from '../html.js';
import { addStyle, renamed, type StyleCounts, textNode, writtenIn } from './math-elements.js';
import { ABSOLUTE, cssLength, LENGTH } from './math-lengths.js';
import { moveLabel, styleCell, styleTable } from './math-tables.js';

interface IgnoredAttribute {
  readonly names: readonly string[];
  /** The name in the documentation. */
  readonly called?: string;
  /** Its elements. Defaults to all. */
  readonly on?: readonly string[];
  /** Values that print as written, trimmed and in lower case. */
  readonly prints: RegExp;
  /** What prints instead or what to write, as a sentence without a full stop. */
  readonly because: string;
}

const listOf = (item: string): RegExp => new RegExp(`^(?:${item}(?:\\s{1,99}|$))*$`);
/** The limit of a value in characters. Matching a list takes stack for each item. */
const MAX_LENGTH = 10_000;
const NEVER = /^$/;
const CELLS = ['mtable', 'mtr', 'mtd', 'mlabeledtr'];
const LENGTHS = 'other lengths than those of CSS, such as `2width`,';
const NO_LENGTH = 'its value is not a length that browsers know, such as `0.5em`';

/** The documentation is generated from this table. */
export const IGNORED_IN_MATHML: readonly IgnoredAttribute[] = [
  {
    names: ['columnalign'],
    on: CELLS,
    prints: listOf('(?:left|center|right)'),
    because: 'browsers align cells `left`, `center` or `right` only',
  },
  {
    names: ['rowalign'],
    on: CELLS,
    prints: listOf('(?:top|bottom|center|baseline|axis)'),
    because: 'a row may be aligned to `top`, `bottom`, `center`, `baseline` or `axis`',
  },
  {
    names: ['frame', 'rowlines', 'columnlines'],
    on: ['mtable'],
    prints: listOf('(?:none|solid|dashed)'),
    because: 'lines may be `none`, `solid` or `dashed`',
  },
  {
    names: ['rowspacing', 'columnspacing', 'framespacing'],
    on: ['mtable'],
    prints: listOf(LENGTH),
    called: LENGTHS,
    because: NO_LENGTH,
  },
  {
    names: ['columnwidth', 'width'],
    on: ['mtable'],
    prints: listOf(`(?:auto|${LENGTH})`),
    called: LENGTHS,
    because: NO_LENGTH,
  },
  {
    names: ['align'],
    on: ['mtable'],
    prints: /^(?:axis)?$/,
    because: 'browsers center tables and limits',
  },
  {
    names: ['equalrows', 'equalcolumns'],
    on: ['mtable'],
    prints: /^(?:false)?$/,
    because: 'browsers size rows and columns by their content; set `rowspacing` or `columnwidth`',
  },
  {
    names: ['bevelled'],
    on: ['mfrac'],
    prints: /^(?:false)?$/,
    because: 'browsers print a horizontal line; write an `mrow` with `<mo>/</mo>`',
  },
  {
    names: ['numalign', 'denomalign'],
    on: ['mfrac'],
    prints: /^(?:center)?$/,
    because: 'browsers center both parts of a fraction; write an `mtable`',
  },
  {
    names: ['linethickness'],
    on: ['mfrac'],
    prints: new RegExp(`^(?:thin|medium|thick|${LENGTH})?$`),
    called: LENGTHS,
    because: NO_LENGTH,
  },
  {
    names: ['align'],
    on: ['munder', 'mover', 'munderover'],
    prints: /^(?:center)?$/,
    because: 'browsers center tables and limits',
  },
  {
    names: ['subscriptshift', 'superscriptshift'],
    prints: NEVER,
    because: 'browsers place scripts as the font says',
  },
  {
    names: ['linebreak'],
    on: ['mo', 'mspace'],
    prints: /^(?!newline|indentingnewline)/,
    because: 'browsers do not break formulas; write a `math` or a row of an `mtable` for each line',
  },
  { names: ['width'], on: ['mspace'], prints: new RegExp(`^(?:${LENGTH})?$`), called: LENGTHS, because: NO_LENGTH },
  {
    names: ['width', 'height', 'depth'],
    on: ['mpadded'],
    prints: new RegExp(`^(?:[-+]?(?:${ABSOLUTE}|0)|100%)?$`),
    called: LENGTHS,
    because: NO_LENGTH,
  },
  {
    names: ['lspace'],
    on: ['mpadded'],
    prints: new RegExp(`^(?:\\+?(?:${ABSOLUTE}|0))?$`),
    called: LENGTHS,
    because: NO_LENGTH,
  },
  {
    names: ['voffset'],
    on: ['mpadded'],
    prints: new RegExp(`^(?:[-+]?(?:${ABSOLUTE}|0))?$`),
    called: LENGTHS,
    because: NO_LENGTH,
  },
  {
    names: ['lspace', 'rspace'],
    on: ['mo'],
    prints: new RegExp(`^(?:${LENGTH})?$`),
    called: LENGTHS,
    because: NO_LENGTH,
  },
  {
    names: ['minsize', 'maxsize'],
    on: ['mo'],
    prints: new RegExp(`^(?:infinity|${LENGTH})?$`),
    called: LENGTHS,
    because: NO_LENGTH,
  },
  { names: ['mathsize'], prints: new RegExp(`^(?:big|small|normal|${LENGTH})?$`), called: LENGTHS, because: NO_LENGTH },
  {
    names: ['href'],
    prints: /^(?:javascript:|$)/,
    because: 'browsers make no links of parts of a formula; put the `math` into an `a`',
  },
  {
    called: 'attributes of other elements, on an `mstyle`',
    names:
      'linethickness bevelled numalign denomalign columnalign rowalign frame rowlines columnlines rowspacing columnspacing lspace rspace minsize maxsize stretchy symmetric largeop movablelimits accent accentunder subscriptshift superscriptshift lquote rquote open close separators notation scriptsizemultiplier scriptminsize'.split(
        ' ',
      ),
    on: ['mstyle'],
    prints: NEVER,
    because: 'browsers do not pass it on to the content of an `mstyle`; set it on the elements in it',
  },
];

/** Attributes with an equivalent, for the documentation. */
export const REWRITTEN_IN_MATHML: readonly string[] =
  'columnalign rowalign frame framespacing rowlines columnlines rowspacing columnspacing columnwidth linethickness lspace rspace minsize maxsize mathsize mode selection lquote rquote color background fontsize fontweight fontstyle fontfamily'.split(
    ' ',
  );

const BY_NAME = new Map<string, IgnoredAttribute[]>();
for (const rule of IGNORED_IN_MATHML)
  for (const name of rule.names) BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), rule]);

/**
 * Returns the attributes of an element that browsers ignore and that are not rewritten. Must run before `rewriteAttributes`.
 *
 * @param forReaders of the document.
 */
export function ignoredAttributes(element: Element, forReaders: ReaderParts): { attr: Attribute; because: string }[] {
  return element.attrs.flatMap((attr) => {
    const value = attr.value.trim().toLowerCase();
    const rule = BY_NAME.get(attr.name)?.find(({ on }) => on === undefined || on.includes(element.tagName));
    if (rule === undefined || (value.length <= MAX_LENGTH && rule.prints.test(value)) || forReaders.hold(element))
      return [];
    return [{ attr, because: rule.because }];
  });
}

/** Parts that are for screen readers only. */
const READ_ONLY = /\bkatex-mathml\b|\bMJX_Assistive_MathML\b/;

const isReadOnly = (node: ParentNode): boolean =>
  node.nodeName === 'mjx-assistive-mml' || ('attrs' in node && READ_ONLY.test(attribute(node, 'class')?.value ?? ''));

/** Which elements of a document are in such parts. Looks at each ancestor once, however many elements it has. */
export class ReaderParts {
  private readonly known = new WeakMap<ParentNode, boolean>();

  hold(element: Element): boolean {
    const path: ParentNode[] = [];
    let isHeld = false;
    for (let one = element.parentNode; one !== null; one = 'parentNode' in one ? one.parentNode : null) {
      const known = this.known.get(one);
      if (known === undefined) path.push(one);
      isHeld = known ?? isReadOnly(one);
      if (isHeld || known !== undefined) break;
    }
    for (const one of path) this.known.set(one, isHeld);
    return isHeld;
  }
}

/** Rewrites the attributes with an equivalent. A second run changes nothing. */
export function rewriteAttributes(element: Element, counts: StyleCounts): void {
  const { tagName } = element;
  if (tagName === 'mtable') styleTable(element, counts);
  else if (tagName === 'mlabeledtr') moveLabel(element);
  if (element.attrs.length === 0) return;
  if (tagName === 'math') showBlock(element);
  else if (tagName === 'mtd') styleCell(element, counts);
  else if (tagName === 'mfrac') replace(element, 'linethickness', { thin: '50%', medium: '100%', thick: '200%' });
  else if (tagName === 'mspace') moveBack(element, counts);
  else if (tagName === 'mpadded') pad(element, counts);
  else if (tagName === 'maction') select(element);
  else if (tagName === 'ms') quote(element);
  else if (tagName === 'mo') for (const name of ['lspace', 'rspace', 'minsize', 'maxsize']) replace(element, name);
  replaceOld(element, counts);
  replace(element, 'mathsize', { big: '120%', small: '83.33%', normal: '100%' });
}

/** Replaces a named length, or a number without a unit. */
function replace(element: Element, name: string, named: Readonly<Record<string, string>> = {}): void {
  const value = writtenIn(element, name);
  if (!/^(?:[a-z]|[\d.]+$)/.test(value)) return;
  const length = Object.hasOwn(named, value) ? named[value] : cssLength(value);
  if (length !== undefined) setAttribute(element, name, length);
}

/** Replaces the attribute of MathML 1. */
function showBlock(math: Element): void {
  if (writtenIn(math, 'mode') !== 'display' || attribute(math, 'display')) return;
  removeAttributes(math, 'mode');
  setAttribute(math, 'display', 'block');
}

const OLD: Readonly<Record<string, string>> = {
  color: 'mathcolor',
  background: 'mathbackground',
  fontsize: 'mathsize',
};
const OLD_STYLES: Readonly<Record<string, RegExp>> = {
  fontweight: /^(?:normal|bold)$/,
  fontstyle: /^(?:normal|italic)$/,
  fontfamily: /^[\w ,'-]{1,200}$/,
};

/** Replaces the attributes of MathML 2 for fonts and colors. */
function replaceOld(element: Element, counts: StyleCounts): void {
  for (const [old, name] of Object.entries(OLD)) {
    const value = attribute(element, old)?.value;
    if (value === undefined) continue;
    removeAttributes(element, old);
    if (attribute(element, name) === undefined) setAttribute(element, name, value);
  }
  for (const [old, allowed] of Object.entries(OLD_STYLES)) {
    const value = writtenIn(element, old);
    if (value === '' || !allowed.test(value)) continue;
    removeAttributes(element, old);
    addStyle(element, `${old.replace('font', 'font-')}: ${value}`, counts);
  }
}

/** Writes a negative space as a margin. */
function moveBack(space: Element, counts: StyleCounts): void {
  replace(space, 'width');
  const width = writtenIn(space, 'width');
  const length = width.startsWith('-') ? cssLength(width) : undefined;
  if (length === undefined || length.endsWith('%')) return;
  removeAttributes(space, 'width');
  addStyle(space, `margin-inline-start: ${length}`, counts);
}

const SIDES: Readonly<Record<string, string>> = { width: 'inline-end', height: 'top', depth: 'bottom' };
const INCREMENT = new RegExp(`^([-+])(${ABSOLUTE})$`);

/** Writes what is added to the size of the content, or taken from it. */
function pad(padded: Element, counts: StyleCounts): void {
  for (const [name, side] of Object.entries(SIDES)) {
    const [, sign, added = ''] = INCREMENT.exec(writtenIn(padded, name)) ?? [];
    const length = cssLength(added);
    if (sign === undefined || length === undefined) continue;
    removeAttributes(padded, name);
    addStyle(padded, sign === '+' ? `padding-${side}: ${length}` : `margin-${side}: -${length}`, counts);
  }
}

/** Puts the selected part first, which is the one that browsers print. */
function select(action: Element): void {
  const selected = Number(writtenIn(action, 'selection'));
  if (!(selected > 1)) return;
  const part = action.childNodes.filter(isElement)[selected - 1];
  removeAttributes(action, 'selection');
  if (part) action.childNodes = [part, ...action.childNodes.filter((node) => node !== part)];
}

/** Writes the quotes of a string that names them. Browsers print none. */
function quote(string: Element): void {
  const [left, right] = ['lquote', 'rquote'].map((name) => attribute(string, name)?.value);
  if (left === undefined && right === undefined) return;
  removeAttributes(string, 'lquote', 'rquote');
  renamed(string, 'mtext');
  string.childNodes = [textNode(left ?? '"', string), ...string.childNodes, textNode(right ?? '"', string)];
}
