/** Converts MathML formulas to a line of text with signs of all languages: `x = (-b ± √(b^2 - 4ac))/(2a)`. */
import { html as names, defaultTreeAdapter as tree } from 'parse5';
import { attribute, type Element, isElement, isText, ownText, replaceText, setAttribute } from '../html.js';

/** The largest length of the text of a formula, in characters. */
const MAX_LENGTH = 2_000;

/** Binary operators, which have spaces around them. */
const BETWEEN = /^(?:[+\-−±∓×÷·⋅∗=≠≈≡≅∼≃<>≤≥≪≫∈∉∋⊂⊃⊆⊇∪∩∧∨⇒⇔⟹⟺→←↔↦⟶∣∥⊕⊗∘|:]|:=|→|\.\.\.)$/u;
const OPENING = /[([{⟨⌊⌈‖|]$/u;
const COMMA = /^[,;\u2063]$/;
const [APPLIED, TIMES, PLUS] = ['\u2061', '\u2062', '\u2064'];

/** Accents over a letter, as combining characters. */
const ACCENTS: Readonly<Record<string, string>> = {
  '¯': '\u0304',
  '‾': '\u0304',
  ˉ: '\u0304',
  '―': '\u0304',
  _: '\u0332',
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '→': '\u20d7',
  '⃗': '\u20d7',
  '˙': '\u0307',
  '.': '\u0307',
  '¨': '\u0308',
};
/** Signs that follow a letter without `^`. */
const PRIMES = /^[′″‴'°]+$/;

const ROOTS = new Map([
  ['3', '∛'],
  ['4', '∜'],
]);

/** An element that shows a formula: MathML, or HTML of KaTeX or MathJax that contains MathML. */
export interface Formula {
  readonly element: Element;
  readonly math: Element | undefined;
  /** Empty if the text is unknown. */
  readonly text: string;
}

/** Returns the formula of an element; undefined for other elements and for elements inside a formula. */
export function formulaOf(element: Element): Formula | undefined {
  const { tagName } = element;
  const isMath = tagName === 'math';
  const classes = tagName === 'span' ? (attribute(element, 'class')?.value.split(/\s+/) ?? []) : [];
  if (!isMath && tagName !== 'mjx-container' && !classes.includes('katex')) return undefined;
  const math = isMath ? element : firstOf(element, 'math');
  return { element, math, text: math ? formulaText(math) : tidy(attribute(element, 'aria-label')?.value ?? '') };
}

/** Marks the visible part and the read part of a formula, if they are different elements. */
export function showFormula({ element, math }: Formula): void {
  if (math === element) return;
  const shown: Element[] = [];
  for (const part of elementsIn(element)) {
    const isRead = part === math || firstOf(part, 'math') !== undefined;
    if (math) setHidden(part, isRead);
    if (!isRead) shown.push(part);
  }
  if (!shown.some(drawsItself)) tree.appendChild(element, placeholder());
}

/** Returns whether an element draws more than style sheets add to it, as they do all letters in the CHTML of MathJax. */
function drawsItself(element: Element): boolean {
  const waiting = [element];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.tagName === 'svg' || next.tagName === 'img' || next.childNodes.some(isWritten)) return true;
    waiting.push(...elementsIn(next));
  }
  return false;
}

const isWritten = (node: Element['childNodes'][number]): boolean => isText(node) && node.value.trim() !== '';

/** Returns a blank beside the text, which the tag of the formula contains: the browser does not tag what style sheets add. */
function placeholder(): Element {
  const style = 'position: absolute; white-space: pre; font: 1px serif';
  const element = tree.createElement('span', names.NS.HTML, [{ name: 'style', value: style }]);
  replaceText(element, ' ');
  return element;
}

function setHidden(element: Element, isHidden: boolean): void {
  if (isHidden) setAttribute(element, 'aria-hidden', 'true');
  else element.attrs = element.attrs.filter(({ name }) => name !== 'aria-hidden');
}

function firstOf(element: Element, tagName: string): Element | undefined {
  const waiting = [...elementsIn(element)].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.tagName === tagName) return next;
    waiting.push(...elementsIn(next).reverse());
  }
  return undefined;
}

/** Returns the author's name of a formula, or its text; empty if both are unknown. */
export function formulaText(math: Element): string {
  for (const name of ['alttext', 'aria-label']) {
    const given = tidy(attribute(math, name)?.value ?? '');
    if (given !== '') return given.slice(0, MAX_LENGTH);
  }
  const text = tidy(rowOf(math)).slice(0, MAX_LENGTH);
  return text === '' ? annotationOf(math) : text;
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns the TeX annotation of a formula. */
function annotationOf(math: Element): string {
  const annotation = firstOf(math, 'annotation');
  return annotation ? tidy(ownText(annotation)).slice(0, MAX_LENGTH) : '';
}

const elementsIn = ({ childNodes }: Element): Element[] => childNodes.filter(isElement);

type Rule = (element: Element, parts: readonly Element[]) => string;

const row: Rule = (element) => rowOf(element);
const nothing: Rule = () => '';
const leaf: Rule = ({ childNodes }) => tidy(childNodes.map((node) => (isText(node) ? node.value : '')).join(''));
const scripts: Rule = (_, [base, below, above]) => `${termOf(base)}${lowered(below)}${raised(above)}`;

const RULES: Readonly<Record<string, Rule>> = {
  mi: leaf,
  mn: leaf,
  mo: leaf,
  mtext: leaf,
  ms: leaf,
  mphantom: nothing,
  annotation: nothing,
  'annotation-xml': nothing,
  none: nothing,
  mprescripts: nothing,
  mspace: () => ' ',
  semantics: (_, [first]) => textOf(first),
  maction: (_, [first]) => textOf(first),
  mfrac: (element, [above, below]) =>
    /^0(?:\D|$)/.test(attribute(element, 'linethickness')?.value ?? '')
      ? `${termOf(above)} ¦ ${termOf(below)}`
      : `${termOf(above)}/${termOf(below)}`,
  msqrt: (element) => `√${inBrackets(rowOf(element))}`,
  mroot: (_, [base, index]) => {
    const degree = tidy(textOf(index));
    return `${ROOTS.get(degree) ?? `√[${degree}]`}${termOf(base)}`;
  },
  msub: (_, [base, below]) => scripts(_, [base, below] as Element[]),
  munder: (_, [base, below]) => scripts(_, [base, below] as Element[]),
  msup: (_, [base, above]) => `${termOf(base)}${raised(above)}`,
  mover: (_, [base, above]) => accented(base, above),
  msubsup: scripts,
  munderover: scripts,
  mmultiscripts: (_, parts) => {
    const at = parts.findIndex(({ tagName }) => tagName === 'mprescripts');
    const [base, ...behind] = at < 0 ? parts : parts.slice(0, at);
    const before = at < 0 ? [] : parts.slice(at + 1);
    const pairs = (all: readonly Element[]): string =>
      all.map((one, index) => (index % 2 === 0 ? lowered(one) : raised(one))).join('');
    return `${pairs(before)}${termOf(base)}${pairs(behind)}`;
  },
  mfenced: (element, parts) => {
    const of = (name: string, usual: string): string => attribute(element, name)?.value.trim() ?? usual;
    const [separator = ''] = of('separators', ',');
    return `${of('open', '(')}${parts.map(textOf).join(`${separator} `)}${of('close', ')')}`;
  },
  mtable: (_, rows) => rows.map((one) => textOf(one)).join('; '),
  mtr: (_, cells) => cells.map((one) => tidy(textOf(one))).join(', '),
  mlabeledtr: (_, cells) => cells.map((one) => tidy(textOf(one))).join(', '),
};

function textOf(element: Element | undefined): string {
  if (element === undefined) return '';
  const rule = Object.hasOwn(RULES, element.tagName) ? RULES[element.tagName] : undefined;
  return (rule ?? row)(element, elementsIn(element)).slice(0, MAX_LENGTH);
}

/** Joins the parts of a row, with spaces around operators and words. */
function rowOf(element: Element): string {
  let text = '';
  /** Whether a term precedes, so that a minus is a binary operator. */
  let hasTerm = false;
  let isApplied = false;
  const parts = elementsIn(element);
  for (const [index, part] of parts.entries()) {
    if (text.length > MAX_LENGTH) break;
    const said = textOf(part);
    if (said.trim() === '') {
      if (said !== '') text += ' ';
      continue;
    }
    const isSign = part.tagName === 'mo';
    if (isSign && (said === TIMES || said === PLUS)) continue;
    if (isSign && said === APPLIED) {
      isApplied = true;
      continue;
    }
    if (isApplied && !said.startsWith('(')) text += ' ';
    isApplied = false;
    if (isSign && COMMA.test(said)) {
      text += said === ';' ? '; ' : ', ';
      hasTerm = false;
    } else if (isSign && BETWEEN.test(said) && hasTerm && index < parts.length - 1) {
      text += ` ${said} `;
      hasTerm = false;
    } else {
      const isTable = part.tagName === 'mtable' && !OPENING.test(text);
      text += `${needsBlank(text, said) ? ' ' : ''}${isTable ? `[${said}]` : said}`;
      hasTerm = !(isSign && OPENING.test(said));
    }
  }
  return text;
}

/** Returns whether a space is needed: between words, and after an operator with limits, as in `∑_(i = 1)^n i`. */
function needsBlank(before: string, said: string): boolean {
  if (/\s$/.test(before) || before === '') return false;
  const word =
    before
      .slice(-MAX_WORD)
      .split(/[^\p{L}\p{N}]/u)
      .at(-1) ?? '';
  const [next = ''] = /^[\p{L}\p{N}]*/u.exec(said.slice(0, MAX_WORD)) ?? [];
  if (next === '') return false;
  if (/[_^](?:\([^()]*\)|[\p{L}\p{N}]+|\S)$/u.test(before.slice(-MAX_WORD))) return true;
  return word !== '' && ((/\p{L}{2}/u.test(word) && !/^\d/.test(word)) || /\p{L}{2}/u.test(next));
}
const MAX_WORD = 60;

const ONE_TERM = /^(?:\p{L}\p{M}*|\p{N}+(?:[.,]\p{N}+)*|\p{L}+|[\p{L}\p{N}][′″°]|√[\p{L}\p{N}]|[^\s\p{L}\p{N}])$/u;

/** Returns a term in brackets, unless it is a single letter, number or word. */
function termOf(element: Element | undefined): string {
  return inBrackets(textOf(element));
}

function inBrackets(text: string): string {
  const term = tidy(text);
  return term === '' || ONE_TERM.test(term) || isBracketed(term) ? term : `(${term})`;
}

function isBracketed(text: string): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false;
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') open += 1;
    else if (text[at] === ')') open -= 1;
    if (open === 0) return at === text.length - 1;
  }
  return false;
}

function lowered(element: Element | undefined): string {
  const text = termOf(element);
  return text === '' ? '' : `_${text}`;
}

function raised(element: Element | undefined): string {
  const text = termOf(element);
  if (text === '∘') return '°';
  return text === '' || PRIMES.test(text) ? text : `^${text}`;
}

function accented(base: Element | undefined, above: Element | undefined): string {
  const text = termOf(base);
  const sign = tidy(textOf(above));
  const accent = Object.hasOwn(ACCENTS, sign) ? ACCENTS[sign] : undefined;
  if (accent !== undefined && [...text].length === 1) return `${text}${accent}`;
  return `${text}${sign === '' || PRIMES.test(sign) ? sign : `^${inBrackets(sign)}`}`;
}
