/** Tables of contents: `<nav data-toc="h1 h2">` is filled with links to the headings, with the numbers of their pages. */
import type { PageMarks } from '@toolpress/template';
import { html as names, defaultTreeAdapter as tree } from 'parse5';
import { attribute, type ChildNode, type Element, isHtml } from '../html.js';
import type { Heading } from './references.js';

const DEFAULT_LEVELS = 'h1 h2 h3';
const MAX_LEVEL = 6;

export const isContents = (element: Element): boolean =>
  element.tagName === 'nav' && isHtml(element) && attribute(element, 'data-toc') !== undefined;

/** Returns the heading levels of the contents, outermost first; undefined if the attribute names none. */
export function contentsLevels(nav: Element): number[] | undefined {
  const written = attribute(nav, 'data-toc')?.value.trim().toLowerCase() || DEFAULT_LEVELS;
  const words = written.split(/[\s,]+/).filter((word) => word !== '');
  if (!words.every((word) => /^h[1-6]$/.test(word))) return undefined;
  return Array.from({ length: MAX_LEVEL }, (_, index) => index + 1).filter((level) => words.includes(`h${level}`));
}

/** Adds the list of headings to a `nav`. A heading that skips a level is listed under the nearest higher one. */
export function fillContents(
  nav: Element,
  levels: readonly number[],
  headings: readonly Heading[],
  marks: PageMarks,
  isNumbered: boolean,
): void {
  const open: { level: number; item: Element; list: Element | undefined }[] = [];
  let all: Element | undefined;
  for (const heading of headings) {
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    const item = element(
      'li',
      { class: `toc-${levels.indexOf(heading.level) + 1}` },
      entry(heading, marks, isNumbered),
    );
    const above = open.at(-1);
    if (above === undefined) {
      all ??= appended(nav, element('ul', { class: 'toc toolpress-toc' }));
      tree.appendChild(all, item);
    } else {
      above.list ??= appended(above.item, element('ul', {}));
      tree.appendChild(above.list, item);
    }
    open.push({ level: heading.level, item, list: undefined });
  }
}

/** Returns an entry. @param isNumbered whether it has a place for the heading's number, which is known after printing. */
const entry = ({ id, text }: Heading, marks: PageMarks, isNumbered: boolean): Element => {
  const page = marks.optionalMarkOf(id, 'decimal');
  return element(
    'a',
    { href: `#${encodeURIComponent(id)}`, 'data-page': page },
    element(
      'span',
      { class: 'toc-title' },
      ...(isNumbered ? [element('span', { class: 'toc-number', 'data-toolpress-number': '' })] : []),
      textNode(text),
    ),
    textNode(' '),
    element('span', { class: 'toc-page' }, textNode(page)),
  );
};

function element(name: string, attributes: Readonly<Record<string, string>>, ...children: ChildNode[]): Element {
  const attrs = Object.entries(attributes).map(([key, value]) => ({ name: key, value }));
  const made = tree.createElement(name, names.NS.HTML, attrs);
  for (const child of children) tree.appendChild(made, child);
  return made;
}

const textNode = (text: string): ChildNode => tree.createTextNode(text);

function appended(parent: Element, child: Element): Element {
  tree.appendChild(parent, child);
  return child;
}

/**
 * The default style of contents, by a class that only the service uses. Any rule of the document overrides the first layer. Numbers of one
 * and two digits have the same width, so that lines break alike when the numbers are known. The entry of a heading that is on no page is hidden.
 */
export const CONTENTS_STYLE = `@layer toolpress-contents {
.toolpress-toc, .toolpress-toc ul { list-style: none; margin: 0; padding: 0; }
.toolpress-toc ul { padding-inline-start: 1.5em; }
.toolpress-toc a { display: flex; align-items: last baseline; break-inside: avoid; color: inherit; text-decoration: none; }
.toolpress-toc a::before { content: ""; order: 1; flex: 1; min-width: 1em; margin: 0 0.4em; border-bottom: 0.1em dotted; }
.toolpress-toc .toc-page { order: 2; min-width: 2ch; text-align: end; font-variant-numeric: tabular-nums; }
.toolpress-toc a[data-page=""] { display: none !important; }
}`;
