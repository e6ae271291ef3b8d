/** What Insert changes in a template, and where: at the cursor, indented as its line is. */
import type { TextChange } from '../data/json-tree.js';

/** What the pieces are made of. */
export interface Surroundings {
  html: string;
  css: string;
  /** The position of the cursor in the HTML. */
  cursor: number;
  data: unknown;
  /** The paths of the template's files. */
  files: readonly string[];
}

export interface Insertion {
  /** The changes of the HTML in their order; positions are those before all of them. */
  html: TextChange[];
  /** The changes of the CSS. */
  css: TextChange[];
  /** A text that was inserted and is to be replaced: it is selected. */
  placeholder?: string;
}

/** The indent of an inner line. */
export const INDENT = '  ';

/** Returns the insertion of lines below the cursor's line, or in place of it if it is empty. @param rules as of `missingRules`. */
export function block(around: Surroundings, lines: readonly string[], rules: Rules = {}): Insertion {
  return { html: [blockAt(around.html, around.cursor, lines)], css: missingRules(around, rules) };
}

/** Returns the insertion of a text at the cursor, or behind the tag that the cursor is in. */
export function inline(around: Surroundings, piece: string, placeholder?: string): Insertion {
  const { html } = around;
  if (outsideBody(html, around.cursor) !== undefined)
    return { ...block(around, [`<p>${piece}</p>`]), ...(placeholder && { placeholder }) };
  const at = behindTag(html, around.cursor);
  return { html: [{ from: at, to: at, insert: piece }], css: [], ...(placeholder && { placeholder }) };
}

function blockAt(html: string, cursor: number, lines: readonly string[]): TextChange {
  const bodyEnd = outsideBody(html, cursor);
  if (bodyEnd !== undefined) return beforeBodyEnd(html, bodyEnd, lines);
  const at = tableAt(html, cursor)?.to ?? cursor;
  const { from, to, text } = lineAt(html, at);
  if (text.trim() !== '') return { from: to, to, insert: `\n${indented(lines, indentOf(text))}` };
  const indent = text === '' ? indentOf(lastLineBefore(html, from)) : text;
  return { from, to, insert: indented(lines, indent) };
}

/** Returns where the body ends, if the cursor is outside of it. */
function outsideBody(html: string, cursor: number): number | undefined {
  const begin = /<body\b[^<>]*>/i.exec(html);
  const end = html.search(/<\/body\b/i);
  const isBefore = begin !== null && cursor < begin.index + begin[0].length;
  const isAfter = end >= 0 && cursor > end;
  if (!isBefore && !isAfter) return undefined;
  return end >= 0 ? end : html.length;
}

function beforeBodyEnd(html: string, end: number, lines: readonly string[]): TextChange {
  const line = lineAt(html, end);
  const indent = indentOf(lastLineBefore(html, end));
  const before = html.slice(line.from, end);
  if (before.trim() !== '') return { from: end, to: end, insert: `\n${indented(lines, indent)}\n` };
  return { from: line.from, to: line.from, insert: `${indented(lines, indent)}\n` };
}

function lineAt(text: string, at: number): { from: number; to: number; text: string } {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  const to = end < 0 ? text.length : end;
  return { from, to, text: text.slice(from, to) };
}

/** Returns the last line before a position that is not empty. */
const lastLineBefore = (text: string, at: number): string =>
  text
    .slice(0, text.lastIndexOf('\n', at - 1) + 1)
    .split('\n')
    .findLast((line) => line.trim() !== '') ?? '';

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';

/** Returns the whitespace at the begin of the line of a position. */
export const indentAt = (text: string, at: number): string => indentOf(lineAt(text, at).text);

const indented = (lines: readonly string[], indent: string): string =>
  lines.map((line) => `${indent}${line}`).join('\n');

/** Returns the position, or the end of the tag of the template or of HTML that it is in. A value may stand in an attribute. */
function behindTag(html: string, at: number): number {
  const before = html.slice(0, at);
  const tag = before.lastIndexOf('[[');
  if (tag > before.lastIndexOf(']]')) {
    const end = html.indexOf(']]', at - 1);
    if (end >= 0) return end + 2;
  }
  const element = before.lastIndexOf('<');
  const inElement = before.slice(element);
  if (
    element < 0 ||
    inElement.includes('>') ||
    !/^<[a-z/!]/i.test(inElement) ||
    (inElement.split('"').length - 1) % 2 === 1
  )
    return at;
  const end = html.indexOf('>', at);
  return end < 0 ? at : end + 1;
}

/** Returns the table around a position. */
export function tableAt(html: string, at: number): { from: number; to: number } | undefined {
  const from = Math.max(...[...html.slice(0, at).matchAll(/<table\b/gi)].map(({ index }) => index), -1);
  if (from < 0) return undefined;
  const end = /<\/table\s*>/i.exec(html.slice(from));
  const to = end === null ? html.length : from + end.index + end[0].length;
  return at < to ? { from, to } : undefined;
}

/** Rules of CSS by the class that they begin with. */
export type Rules = Record<string, string>;

/** Returns the change that appends rules whose class the template's style sheets do not have. */
export function missingRules({ css, html }: Surroundings, rules: Rules): TextChange[] {
  const styles = [css, ...[...html.matchAll(/<style\b[^<>]*>([^<]*)/gi)].map(([, text = '']) => text)].join('\n');
  const known = new Set(styles.match(/\.[\w-]+/g));
  const missing = Object.entries(rules).filter(([name]) => !known.has(`.${name}`));
  if (missing.length === 0) return [];
  const end = css.trimEnd().length;
  const text = missing.map(([, rule]) => rule).join('\n');
  return [{ from: end, to: css.length, insert: `${end === 0 ? '' : '\n'}${text}\n` }];
}

/** Returns a text as HTML. */
export const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
