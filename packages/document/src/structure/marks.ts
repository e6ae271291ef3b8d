/**
 * What the tags of a PDF need to know of a document, and Chromium does not hand on: which columns cells stand in where empty ones
 * before them are left out, which lists are descriptions or contents. It does hand on the languages of elements, as they are
 * written: so these say it, as a private use subtag (RFC 5646, 2.2.7), which `:lang()` does not mind. A sheet says what the language
 * is that fonts, hyphens and quotes are chosen by.
 */
import { formulaOf, showFormula } from '../accessibility/formula-text.js';
import { attribute, type Element, isElement, isHtml, isText, type ParentNode, setAttribute } from '../html.js';

/** Numbers of rows begin anew after so many: browsers keep what they know of each language. */
export const ROW_NUMBERS = 500;

const MARK = /^(.*?)(?:(?:^|-)x)?-tp-([a-z\d]+)(?:-([gh])(\d+)b(\d+)a(\d+))?$/i;

/** The mark of an element to which CSS adds texts, where it has no other; their numbers stand behind any. */
export const GENERATED = 'g';

/** Texts that CSS adds to an element. */
export interface GeneratedTexts {
  /** Of the element, among those of the body. */
  readonly number: number;
  /** Of how many pieces they are. */
  readonly before: number;
  readonly after: number;
  /** Marks and lines are not. */
  readonly isRead: boolean;
}

/** @returns the language that the author has written, empty if there is none; and the mark in it. */
export function languageOfMark(written: string): {
  language: string;
  mark: string | undefined;
  generated?: GeneratedTexts;
} {
  const [, language = written, mark, kind, number, before, after] = MARK.exec(written) ?? [];
  const generated = {
    number: Number(number),
    before: Number(before),
    after: Number(after),
    isRead: kind?.toLowerCase() === 'g',
  };
  return { language, mark: mark?.toLowerCase(), ...(number !== undefined && { generated }) };
}

const withMark = (language: string, mark: string): string => {
  const isPrivate = /(?:^|-)x-/i.test(language);
  return `${language}${language === '' ? '' : '-'}${isPrivate ? '' : 'x-'}tp-${mark}`;
};

const CONTENT: ReadonlySet<string> = new Set(
  ['img', 'svg', 'input', 'select', 'textarea', 'button', 'meter', 'progress', 'math', 'object'], //
);
/** Declarations by which what a cell holds may not show. */
const HIDES = /visibility|opacity|font-size\s*:\s*0/i;

/** Boxes in a line that Chromium tags as it tags blocks. */
const PHRASES: ReadonlySet<string> = new Set('abbr del dfn ins label mark output s sub sup time'.split(' '));
const DESCRIPTIONS: ReadonlySet<string> = new Set(['dl', 'dt', 'dd']);

interface Visited {
  readonly element: Element;
  /** That of the element around it. */
  readonly parent: number;
  /** As the author has written it, here or around. */
  readonly language: string;
}

/** A tag of a language; what is none is not marked. */
const LANGUAGE = /^[a-z\d-]*$/i;

const localeRule = (language: string): string =>
  `[lang^="${withMark(language, '')}"] { -webkit-locale: ${language === '' ? 'auto' : `"${language}"`} }`;

/** What the tags of a document have that is not in its text. */
export interface Structure {
  /** A sheet that it needs when it is printed. */
  readonly sheet: string;
  /** Texts of its formulas, by the numbers in their marks (`f0`). */
  readonly formulas: readonly string[];
}

/**
 * Marks the elements of a document whose tags are repaired when it is printed. Takes time linear in its size.
 */
export function markStructure(document: ParentNode): Structure {
  const all: Visited[] = [];
  /** Elements with something in them that shows. */
  const filled = new Set<Element>();
  let mayHide = false;
  const waiting: { node: ParentNode; parent: number; language: string }[] = [
    { node: document, parent: -1, language: '' },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent } = next;
    let { language } = next;
    let index = parent;
    if (isElement(node as Element)) {
      const element = node as Element;
      language = attribute(element, 'lang')?.value ?? language;
      index = all.push({ element, parent, language }) - 1;
      const { childNodes, tagName } = element;
      const styles = attribute(element, 'style')?.value ?? (tagName === 'style' ? textOf(element) : '');
      mayHide ||= HIDES.test(styles);
      const hasText = childNodes.some((child) => isText(child) && /\S/.test(child.value));
      if (hasText || CONTENT.has(tagName)) filled.add(element);
    }
    for (const child of node.childNodes) if (isElement(child)) waiting.push({ node: child, parent: index, language });
  }
  for (const { element, parent } of all.toReversed()) {
    const around = all[parent];
    if (around && filled.has(element)) filled.add(around.element);
  }
  const languages = new Map(all.map(({ element, language }) => [element, language]));
  const marked = new Set<string>();
  const mark = (element: Element, name: string): void => {
    const language = languages.get(element) ?? '';
    if (!LANGUAGE.test(language)) return;
    marked.add(language);
    setAttribute(element, 'lang', withMark(language, name));
  };
  const shows = (cell: Element): boolean => !mayHide && filled.has(cell);
  const formulas: string[] = [];
  /** Elements of a formula, which are no others. */
  const inFormulas = new Set<number>();
  for (const [index, { element, parent }] of all.entries()) {
    if (inFormulas.has(parent)) {
      inFormulas.add(index);
      continue;
    }
    const formula = formulaOf(element);
    if (formula) inFormulas.add(index);
    if (formula?.text) {
      showFormula(formula);
      setAttribute(element, 'aria-busy', 'false');
      mark(element, `f${formulas.push(formula.text) - 1}`);
    } else if (formula) continue;
    else if (isHtml(element)) markElement(element, shows, mark);
    else if (element.tagName === 'svg') nameDrawing(element);
  }
  return { sheet: [...marked].map(localeRule).join('\n'), formulas };
}

type Mark = (element: Element, name: string) => void;

function markElement(element: Element, shows: (cell: Element) => boolean, mark: Mark): void {
  const { tagName } = element;
  const isForeign = attribute(element, 'lang') !== undefined && tagName !== 'html' && tagName !== 'body';
  // Chromium hands on the language of what is in its tree of accessibility: `span` and `div` are not, by themselves.
  if (isForeign && !attribute(element, 'aria-busy')) setAttribute(element, 'aria-busy', 'false');
  if (attribute(element, 'data-footnote')) mark(element, 'note');
  // Sheets choose elements by their own languages.
  else if (PHRASES.has(tagName) && !isForeign) mark(element, 'i');
  else if (DESCRIPTIONS.has(tagName)) mark(element, tagName);
  else if (tagName === 'nav' && attribute(element, 'data-toc')) mark(element, 'toc');
  else if (tagName === 'table') markTable(element, shows, mark);
}

const textOf = ({ childNodes }: ParentNode): string =>
  childNodes.map((text) => (isText(text) ? text.value : '')).join('');

/** A drawing with a name is a picture. */
function nameDrawing(svg: Element): void {
  if (attribute(svg, 'role')) return;
  const title = svg.childNodes.find((child): child is Element => isElement(child) && child.tagName === 'title');
  const label = attribute(svg, 'aria-label')?.value ?? (title && textOf(title));
  if (label?.trim()) setAttribute(svg, 'role', 'img');
}

const SECTIONS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);
/** As HTML has it; browsers have less. */
const MOST_SPAN = 1_000;

/** @param shows whether it is certain that a cell has content. */
function markTable(table: Element, shows: (cell: Element) => boolean, mark: Mark): void {
  const role = attribute(table, 'role')?.value;
  if (role === 'presentation' || role === 'none') return;
  /** By columns, the row from which on nothing from above stands there. */
  let ends: number[] = [];
  /** By columns, whether what stands there from above is empty. */
  let areEmpty: boolean[] = [];
  let number = 0;
  const rows = sectionsOf(table).map((section) => elementsOf(section, 'tr'));
  const isLost = (row: Element): boolean => !cellsOf(row).some(shows);
  const areCounted =
    rows.flat().some(isLost) && rows.flat().some((row) => cellsOf(row).some((cell) => spanOf(cell, 'rowspan') > 1));
  /** Columns in which no cell begins are none to browsers. */
  const begun = new Set<number>();
  const behindEmpty: { cell: Element; column: number }[] = [];
  for (const section of rows) {
    ends = [];
    areEmpty = [];
    for (const row of section) {
      if (areCounted) mark(row, `r${number % ROW_NUMBERS}`);
      let column = 0;
      let isBehindEmpty = false;
      for (const cell of cellsOf(row)) {
        for (; (ends[column] ?? 0) > number; column++) isBehindEmpty ||= areEmpty[column] === true;
        begun.add(column);
        if (isBehindEmpty) behindEmpty.push({ cell, column });
        const isEmpty = !shows(cell);
        isBehindEmpty ||= isEmpty;
        const end = column + Math.min(spanOf(cell, 'colspan'), MOST_SPAN);
        const rows = spanOf(cell, 'rowspan');
        for (; column < end; column++) {
          ends[column] = number + rows;
          areEmpty[column] = isEmpty;
        }
      }
      number += 1;
    }
  }
  const numbers = new Map([...begun].sort((one, other) => one - other).map((column, index) => [column, index]));
  for (const { cell, column } of behindEmpty) mark(cell, `c${numbers.get(column)}`);
}

/** In the order in which they are printed: heads first, feet last. */
function sectionsOf(table: Element): Element[] {
  const all = table.childNodes.filter((child): child is Element => isElement(child) && SECTIONS.has(child.tagName));
  const head = all.find(({ tagName }) => tagName === 'thead');
  const foot = all.find(({ tagName }) => tagName === 'tfoot');
  return [...(head ? [head] : []), ...all.filter((one) => one !== head && one !== foot), ...(foot ? [foot] : [])];
}

const elementsOf = (parent: Element, tagName: string): Element[] =>
  parent.childNodes.filter((child): child is Element => isElement(child) && child.tagName === tagName);

const cellsOf = (row: Element): Element[] =>
  row.childNodes.filter(
    (child): child is Element => isElement(child) && (child.tagName === 'td' || child.tagName === 'th'),
  );

function spanOf(cell: Element, name: 'rowspan' | 'colspan'): number {
  const span = Number.parseInt(attribute(cell, name)?.value ?? '', 10);
  // All rows that follow, in their group.
  if (span === 0 && name === 'rowspan') return Number.POSITIVE_INFINITY;
  return span > 0 ? span : 1;
}
