/** Completes tags: values from the data's paths, filters from their table, sections that are open. */
import type { FilterFact } from '../service/facts.js';

export interface Suggestion {
  label: string;
  kind: 'value' | 'list' | 'filter' | 'keyword';
  /** A short text beside the label, such as the value. */
  detail: string;
  /** A sentence. */
  info?: string;
  /** What is inserted; default: the label. */
  insert?: string;
}

export interface Completion {
  /** Where the completed word begins. */
  from: number;
  suggestions: Suggestion[];
}

const MAX_DEPTH = 5;
const MAX_PATHS = 400;
const MAX_DETAIL = 24;
/** The longest text before the cursor that is searched for open sections. */
const MAX_SEARCHED = 200_000;

const KEYWORDS: Suggestion[] = [
  { label: '#each', kind: 'keyword', detail: 'loop', insert: '#each ' },
  { label: '#if', kind: 'keyword', detail: 'condition', insert: '#if ' },
  { label: 'else', kind: 'keyword', detail: 'of a loop or condition' },
  { label: 'else if', kind: 'keyword', detail: 'condition', insert: 'else if ' },
  { label: 'let', kind: 'keyword', detail: 'variable', insert: 'let ' },
];
const IN_LOOP: Suggestion[] = ['@index', '@number', '@first', '@last', '@key'].map((label) => ({
  label,
  kind: 'keyword',
  detail: 'of the loop',
}));

/** Returns what can stand at the cursor, if it is in a tag. @param text up to the cursor. */
export function completionAt(text: string, data: unknown, filters: readonly FilterFact[]): Completion | undefined {
  const start = text.lastIndexOf('[[');
  if (start < 0 || text.indexOf(']]', start) >= 0) return undefined;
  const tag = text.slice(start + 2);
  const bar = /\|\s*([A-Za-z_]*)$/.exec(tag);
  if (bar !== null) return { from: text.length - (bar[1] ?? '').length, suggestions: filters.map(filterSuggestion) };
  const open = openSections(text.slice(Math.max(0, start - MAX_SEARCHED), start));
  const closing = /^\s*(\/[\w.]*)$/.exec(tag);
  if (closing !== null) {
    const from = text.length - (closing[1] ?? '').length;
    return {
      from,
      suggestions: open.reverse().map(({ name }) => ({ label: `/${name}`, kind: 'keyword', detail: 'end' })),
    };
  }
  if (/^\s*(?:>|var:|!)/.test(tag) || isInText(tag)) return undefined;
  const [word = ''] = /[#^/&@]?[\p{L}\p{N}_$.-]*$/u.exec(tag) ?? [];
  // After a text or a number, no value follows.
  if (word === '' && !/(?:^|[\s(,:=<>])$/.test(tag)) return undefined;
  const isFirst = tag.trim() === word;
  const from = text.length - word.length + (/^[#^&]/.test(word) && word !== '#' ? 1 : 0);
  const values = valuesInScope(data, open);
  const end: Suggestion[] = open.slice(-1).map(({ name }) => ({ label: `/${name}`, kind: 'keyword', detail: 'end' }));
  const keywords = isFirst && !/^[\^&]/.test(word) ? [...KEYWORDS, ...end] : [];
  const suggestions = [...values, ...(open.length > 0 ? IN_LOOP : []), ...keywords];
  return {
    from: word === '#' ? text.length - 1 : from,
    suggestions: word === '#' ? [...keywords, ...values.map(asSection)] : suggestions,
  };
}

const asSection = (value: Suggestion): Suggestion => ({ ...value, label: `#${value.label}` });

const isInText = (tag: string): boolean => (tag.match(/"/g)?.length ?? 0) % 2 === 1;

const filterSuggestion = ({ name, does, takes, example, subject }: FilterFact): Suggestion => ({
  label: name,
  kind: 'filter',
  detail: takes.length > 0 ? takes.join(', ') : subject.toLowerCase(),
  info: example === '' ? does : `${does}\n${example}`,
  ...(takes.some((each) => !each.endsWith('?') && !each.startsWith('...')) && { insert: `${name}: ` }),
});

interface Section {
  /** What closes it. */
  name: string;
  /** The path of the list or object whose names it opens; absent for conditions. */
  path?: string;
}

/** Returns the sections that are open at the end of a text, the innermost last. */
export function openSections(text: string): Section[] {
  const open: Section[] = [];
  for (const [, sign, name = '', rest = ''] of text.matchAll(/\[\[\s*([#^/])\s*([\w$.-]+)\s*([^\]]*)\]\]/g)) {
    if (sign === '/') {
      const index = open.findLastIndex((section) => section.name === name);
      if (index >= 0) open.length = index;
    } else if (name === 'each') open.push({ name, ...pathIn(rest) });
    else if (name === 'if' || sign === '^') open.push({ name });
    else open.push({ name, path: name });
  }
  return open;
}

const pathIn = (expression: string): { path?: string } => {
  const [path] = /^[\w$.-]+/.exec(expression) ?? [];
  return path === undefined ? {} : { path };
};

/** Returns the values whose names are found at a position: all data first, the innermost section last. */
export function scopesIn(data: unknown, open: readonly Section[]): unknown[] {
  const scopes: unknown[] = [data];
  for (const { path } of open) {
    if (path === undefined) continue;
    const found = scopes.map((scope) => valueAt(scope, path)).findLast((value) => value !== undefined);
    scopes.push(Array.isArray(found) ? found[0] : found);
  }
  return scopes;
}

/** Returns the paths at a position: those of the innermost section first. */
function valuesInScope(data: unknown, open: readonly Section[]): Suggestion[] {
  const scopes = scopesIn(data, open);
  const byLabel = new Map<string, Suggestion>();
  for (const scope of scopes.reverse()) {
    for (const suggestion of pathsOf(scope))
      if (!byLabel.has(suggestion.label)) byLabel.set(suggestion.label, suggestion);
  }
  return [...byLabel.values()];
}

export function valueAt(scope: unknown, path: string): unknown {
  let value = scope;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Returns the paths of all values in an object. Items of lists are reached by sections, so lists end a path. */
function pathsOf(data: unknown): Suggestion[] {
  const found: Suggestion[] = [];
  const visit = (value: unknown, prefix: string, depth: number): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > MAX_DEPTH) return;
    for (const [name, inner] of Object.entries(value)) {
      if (found.length >= MAX_PATHS) return;
      if (!/^[\p{L}\p{N}_$-]+$/u.test(name)) continue;
      const label = `${prefix}${name}`;
      found.push({ label, kind: Array.isArray(inner) ? 'list' : 'value', detail: shortOf(inner) });
      visit(inner, `${label}.`, depth + 1);
    }
  };
  visit(data, '', 1);
  return found;
}

function shortOf(value: unknown): string {
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'object';
  const text = String(value);
  return text.length > MAX_DETAIL ? `${text.slice(0, MAX_DETAIL)}…` : text;
}
