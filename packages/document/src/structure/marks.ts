/**
 * Marks elements for the tags of the PDF. Chromium does not report the columns of cells after empty ones, or lists that are descriptions
 * or contents, but it does report the languages of elements as written. So a private use subtag of the language (RFC 5646, 2.2.7)
 * carries the mark; `:lang()` ignores it. A style sheet sets the language for fonts, hyphens and quotes.
 */
import { formulaOf, showFormula } from '../accessibility/formula-text.js';
import { attribute, type Element, isElement, isHtml, isText, type ParentNode, setAttribute } from '../html.js';
import type { Counts } from '../limits.js';
import { Words } from './words.js';

/** The number of rows after which row numbers repeat: browsers cache data of each language. `packages/pdf` reads them and has the same number. */
export const ROW_NUMBERS = 500;

const withMark = (language: string, mark: string): string => {
  const isPrivate = /(?:^|-)x-/i.test(language);
  return `${language}${language === '' ? '' : '-'}${isPrivate ? '' : 'x-'}tp-${mark}`;
};

const CONTENT: ReadonlySet<string> = new Set(
  ['img', 'svg', 'input', 'select', 'textarea', 'button', 'meter', 'progress', 'math', 'object'], //
);
/** Declarations that may hide the content of a cell. */
const HIDES = /visibility|opacity|font-size\s*:\s*0/i;

/** Inline elements that Chromium tags like blocks. */
const PHRASES: ReadonlySet<string> = new Set('abbr del dfn ins label mark output s sub sup time'.split(' '));
const DESCRIPTIONS: ReadonlySet<string> = new Set(['dl', 'dt', 'dd']);

interface Visited {
  readonly element: Element;
  /** The number of the parent element. */
  readonly parent: number;
  /** The language as written on the element or inherited. */
  readonly language: string;
}

/** A language tag. Other values are not marked: each mark repeats the tag. */
const LANGUAGE = /^[a-z\d-]{0,100}$/i;

const localeRule = (language: string): string =>
  `[lang^="${withMark(language, '')}"] { -webkit-locale: ${language === '' ? 'auto' : `"${language}"`} }`;

/** Information for the tags of a PDF that is not in its text. */
export interface Structure {
  /** A style sheet for printing. */
  readonly sheet: string;
  /** The texts of formulas, by the numbers in their marks (`f0`). */
  readonly formulas: readonly string[];
}

/** Marks a document whose tags are repaired after printing. @returns its words before the marks, too. */
export function markForTags(document: ParentNode, counts: Counts): Structure & { readonly words: Words } {
  const words = new Words(document);
  return { ...markStructure(document, counts), words };
}

/**
 * Marks the elements. Takes linear time.
 *
 * @param counts counts the slots of tables. Beyond the limit, which the caller checks, tables are not marked.
 */
function markStructure(document: ParentNode, counts: Counts): Structure {
  const all = visit(document);
  const filled = filledAmong(all);
  const mayHide = all.some(({ element }) => HIDES.test(stylesOf(element)));
  const shows = (cell: Element): boolean => !mayHide && filled.has(cell);
  const languages = new Map(all.map(({ element, language }) => [element, language]));
  const marked = new Set<string>();
  const mark = (element: Element, name: string): void => {
    const language = languages.get(element) ?? '';
    if (!LANGUAGE.test(language)) return;
    marked.add(language);
    setAttribute(element, 'lang', withMark(language, name));
  };
  const formulas: string[] = [];
  /** The numbers of elements inside formulas. */
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
    else if (isHtml(element)) markElement(element, shows, mark, counts);
    else if (element.tagName === 'svg') nameDrawing(element);
  }
  return { sheet: [...marked].map(localeRule).join('\n'), formulas };
}

/** Returns all elements, each after its parent. */
function visit(document: ParentNode): Visited[] {
  const all: Visited[] = [];
  const waiting: { node: ParentNode; parent: number; language: string }[] = [
    { node: document, parent: -1, language: '' },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent } = next;
    const element = isElement(node as Element) ? (node as Element) : undefined;
    const language = (element && attribute(element, 'lang')?.value) ?? next.language;
    const index = element ? all.push({ element, parent, language }) - 1 : parent;
    for (const child of node.childNodes) if (isElement(child)) waiting.push({ node: child, parent: index, language });
  }
  return all;
}

/** Returns the elements with visible content. */
function filledAmong(all: readonly Visited[]): ReadonlySet<Element> {
  const filled = new Set<Element>();
  for (const { element, parent } of all.toReversed()) {
    const hasText = element.childNodes.some((child) => isText(child) && /\S/.test(child.value));
    if (hasText || CONTENT.has(element.tagName)) filled.add(element);
    const around = all[parent];
    if (around && filled.has(element)) filled.add(around.element);
  }
  return filled;
}

const stylesOf = (element: Element): string =>
  attribute(element, 'style')?.value ?? (element.tagName === 'style' ? textOf(element) : '');

type Mark = (element: Element, name: string) => void;

function markElement(element: Element, shows: (cell: Element) => boolean, mark: Mark, counts: Counts): void {
  const { tagName } = element;
  const isForeign = attribute(element, 'lang') !== undefined && tagName !== 'html' && tagName !== 'body';
  // Chromium reports languages of the accessibility tree only, which has no plain `span` and `div`.
  if (isForeign && !attribute(element, 'aria-busy')) setAttribute(element, 'aria-busy', 'false');
  if (attribute(element, 'data-footnote')) mark(element, 'note');
  // Style sheets select elements by the original languages.
  else if (PHRASES.has(tagName) && !isForeign) mark(element, 'i');
  else if (DESCRIPTIONS.has(tagName)) mark(element, tagName);
  else if (tagName === 'nav' && attribute(element, 'data-toc')) mark(element, 'toc');
  else if (tagName === 'table') markTable(element, shows, mark, counts);
}

const textOf = ({ childNodes }: ParentNode): string =>
  childNodes.map((text) => (isText(text) ? text.value : '')).join('');

/** Makes a drawing with a name an image. */
function nameDrawing(svg: Element): void {
  if (attribute(svg, 'role')) return;
  const title = svg.childNodes.find((child): child is Element => isElement(child) && child.tagName === 'title');
  const label = attribute(svg, 'aria-label')?.value ?? (title && textOf(title));
  if (label?.trim()) setAttribute(svg, 'role', 'img');
}

const SECTIONS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);
/** The largest span of HTML. */
const MOST_SPAN = 1_000;

/** @param shows whether it is certain that a cell has content. */
function markTable(table: Element, shows: (cell: Element) => boolean, mark: Mark, counts: Counts): void {
  const role = attribute(table, 'role')?.value;
  if (role === 'presentation' || role === 'none') return;
  /** For each column, the first row without a cell from above. */
  let ends: number[] = [];
  /** For each column, whether the cell from above is empty. */
  let areEmpty: boolean[] = [];
  let number = 0;
  const rows = sectionsOf(table).map((section) => elementsOf(section, 'tr'));
  const isLost = (row: Element): boolean => !cellsOf(row).some(shows);
  const areCounted =
    rows.flat().some(isLost) && rows.flat().some((row) => cellsOf(row).some((cell) => spanOf(cell, 'rowspan') > 1));
  /** Columns in which a cell begins. Browsers ignore others. */
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
        const before = column;
        for (; (ends[column] ?? 0) > number; column++) isBehindEmpty ||= areEmpty[column] === true;
        begun.add(column);
        if (isBehindEmpty) behindEmpty.push({ cell, column });
        const isEmpty = !shows(cell);
        isBehindEmpty ||= isEmpty;
        const end = column + Math.min(spanOf(cell, 'colspan'), MOST_SPAN);
        counts.add('tableSlots', end - before);
        if (counts.isOver('tableSlots')) return;
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

/** Returns the sections of a table in printed order: heads first, feet last. */
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
