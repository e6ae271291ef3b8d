/** Finds where texts use a file, to write its new name there. */
import { parser } from '@lezer/html';
import type { Draft } from '../draft/draft.js';
import { type Edit, edited } from '../problems/edits.js';
import { type Files, kindOf } from './template-files.js';

/** Attributes whose value is an address. */
const ADDRESSES = new Set(['src', 'href', 'xlink:href', 'poster', 'background', 'data']);
/** Attributes and elements with CSS in them. */
const STYLES = new Set(['style']);
/** An address in CSS: in `url()`, or the text of `@import`. In quotes it may have blanks and parentheses. */
const IN_CSS =
  /(?:\burl\(\s*|@import\s+)(?:"(?<double>[^"\n]*)"|'(?<single>[^'\n]*)')|\burl\(\s*(?<plain>[^"'()\s]+)/dgi;

/** Returns the edits that write a file's new name wherever HTML uses the old one. */
export function usesInHtml(html: string, old: string, next: string): Edit[] {
  const edits: Edit[] = [];
  parser.parse(html).iterate({
    enter: ({ name, from, to, node }) => {
      if (name === 'StyleText') edits.push(...usesInCss(html.slice(from, to), old, next, { offset: from }));
      if (name !== 'AttributeValue' && name !== 'UnquotedAttributeValue') return;
      const attribute = node.parent?.getChild('AttributeName');
      const label = attribute ? html.slice(attribute.from, attribute.to).toLowerCase() : '';
      const quote = name === 'AttributeValue' ? 1 : 0;
      const value = html.slice(from + quote, to - quote);
      const offset = from + quote;
      if (STYLES.has(label)) edits.push(...usesInCss(value, old, next, { offset }));
      else if (label === 'srcset') edits.push(...usesInSet(value, old, next, offset));
      else if (ADDRESSES.has(label)) edits.push(...editOf(value, old, next, { offset }));
    },
  });
  return edits;
}

/** Each candidate of `srcset` is an address, and maybe a size. */
const usesInSet = (value: string, old: string, next: string, offset: number): Edit[] =>
  [...value.matchAll(/[^\s,]+/g)].flatMap(({ 0: address, index }) =>
    editOf(address, old, next, { offset: offset + index }),
  );

interface Where {
  /** Where the text begins. */
  offset?: number;
  /** The folder to which addresses are relative, such as `css/`. */
  folder?: string;
}

/** Works like `usesInHtml` for CSS. */
export const usesInCss = (css: string, old: string, next: string, { offset = 0, folder = '' }: Where = {}): Edit[] =>
  [...css.matchAll(IN_CSS)].flatMap(({ groups = {}, indices }) => {
    const name = Object.keys(groups).find((each) => groups[each] !== undefined) ?? '';
    const [start = 0] = indices?.groups?.[name] ?? [];
    return editOf(groups[name] ?? '', old, next, { offset: offset + start, folder });
  });

function editOf(address: string, old: string, next: string, { offset = 0, folder = '' }: Where): Edit[] {
  const path = /^[^?#]*/.exec(address.trimStart())?.[0].trimEnd() ?? '';
  if (path === '' || pathOf(path, folder) !== old) return [];
  const from = offset + address.indexOf(path);
  const way = '../'.repeat(folder.split('/').length - 1);
  return [{ from, to: from + path.length, insert: way + next.split('/').map(encodeURIComponent).join('/') }];
}

/** Any host: addresses with another one are no files. */
const BASE = 'http://files.invalid/';

/** Returns the path of the file that an address means; undefined if it means none. */
function pathOf(address: string, folder: string): string | undefined {
  try {
    const { href } = new URL(address, BASE + folder);
    return href.startsWith(BASE) ? decodeURIComponent(href.slice(BASE.length)) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns files in which one has another name, as style sheets among them use it. @returns also the number of these uses. */
export function withRenamed(files: Files, old: string, next: string): { files: Files; uses: number } {
  let uses = 0;
  const renamed = Object.entries(files).map(([name, content]) => {
    const own = name === old ? next : name;
    if (kindOf(name) !== 'sheet' || typeof content !== 'string') return [own, content];
    const edits = usesInCss(content, old, next, { folder: name.slice(0, name.lastIndexOf('/') + 1) });
    uses += edits.length;
    return [own, edited(content, edits)];
  });
  return { files: Object.fromEntries(renamed) as Files, uses };
}

/** Options with HTML: a text, or an object with texts, such as headers of kinds of pages. */
const HTML_OPTIONS = ['header_html', 'footer_html', 'watermark_html'];

/** Returns header, footer and watermark with a file's new name. @returns also the number of its uses. */
export function controlsWithRenamed(controls: Draft['controls'], old: string, next: string) {
  let uses = 0;
  const renamedIn = (html: string): string => {
    const edits = usesInHtml(html, old, next);
    uses += edits.length;
    return edited(html, edits);
  };
  const renamed = (value: unknown): unknown => {
    if (typeof value === 'string') return renamedIn(value);
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renamed(each)]))
      : value;
  };
  const headerHtml = renamedIn(controls.headerHtml);
  const footerHtml = renamedIn(controls.footerHtml);
  const before = uses;
  const others = Object.entries(othersOf(controls)).map(([name, value]) => [
    name,
    HTML_OPTIONS.includes(name) ? renamed(value) : value,
  ]);
  const changed = { ...controls, headerHtml, footerHtml };
  if (uses > before) changed.others = JSON.stringify(Object.fromEntries(others), null, 2);
  return { controls: changed, uses };
}

/** Returns the options without a control; none while their text is no JSON object. */
function othersOf({ others }: Draft['controls']): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(others);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
