/** The texts that a template prints, in their order, with their places in the source. Lists of the data repeat theirs. */
import { valueAt } from './completion.js';
import { decoded, packed } from './follow.js';

/** A text between markup, or a tag. */
export interface Run {
  from: number;
  to: number;
  /** What it prints, as `packed`; undefined if only the service knows it. */
  text: string | undefined;
  isTag: boolean;
  /** Whether filters may print something else, such as a translation. */
  isFiltered: boolean;
}

/** The largest number of runs, for lists of many thousand items. */
const MAX_RUNS = 20_000;

const TOKENS =
  /<!--(?:[^-]|-(?!->))*(?:-->)?|<(?:style|script|title)\b[^>]*>?[^<]*|<[^>]*>?|\[\[([^\]]*)\]?\]?|[^<[]+|\[/gi;
const OPENS = /^\s*([#^])\s*(?:(?:each|if|unless)\s+)?([^\s|(=]*)/;
/** A value without filters. */
const PLAIN = /^[\p{L}\p{N}_$.@/-]+$/u;
const LITERAL = /^"([^"]*)"$/;
/** The shortest text before a filter that is searched for. Shorter ones, such as a quantity, are in other texts as well. */
const SHORTEST_FILTERED = 3;
const KEYWORD = /^\s*(?:!|else\b|let\b)/;

interface Token {
  from: number;
  to: number;
  whole: string;
  /** The text of a tag. */
  tag: string | undefined;
}

/** Returns the runs of a source, filled with data. Both branches of a condition are among them. */
export function runsOf(source: string, data: unknown): Run[] {
  const tokens = [...source.matchAll(TOKENS)].map(
    (match): Token => ({ from: match.index, to: match.index + match[0].length, whole: match[0], tag: match[1] }),
  );
  const runs: Run[] = [];
  for (let at = 0; at < tokens.length; ) at = expand(tokens, at, [data], runs) + 1;
  return runs;
}

/** Adds the runs from a token up to the end of its section. @returns the index of the closing tag. */
function expand(tokens: readonly Token[], start: number, scopes: readonly unknown[], runs: Run[]): number {
  for (let at = start; at < tokens.length; at++) {
    const { tag, whole, from, to } = tokens[at] as Token;
    if (tag === undefined) {
      const text = whole.startsWith('<') ? '' : packed(decoded(whole));
      if (text !== '' && runs.length < MAX_RUNS) runs.push({ from, to, text, isTag: false, isFiltered: false });
      continue;
    }
    if (/^\s*\//.test(tag)) return at;
    const [, sign, path = ''] = OPENS.exec(tag) ?? [];
    if (sign !== undefined) {
      at = section(tokens, at + 1, innerScopes(tag, sign, valueIn(scopes, path), scopes), runs);
      continue;
    }
    if (KEYWORD.test(tag) || runs.length >= MAX_RUNS) continue;
    const text = textOf(scopes, tag);
    if (text !== '') runs.push({ from, to, text, isTag: true, isFiltered: tag.includes('|') });
  }
  return tokens.length;
}

/** Adds the runs of a section once for each of its scopes. @returns the index of the closing tag. */
function section(tokens: readonly Token[], start: number, each: readonly (readonly unknown[])[], runs: Run[]): number {
  let end = start;
  for (const scopes of each) {
    end = expand(tokens, start, scopes, runs);
    if (runs.length >= MAX_RUNS) break;
  }
  return end;
}

/** Returns the scopes of each repetition; one even for an empty list, to find the section's end. */
function innerScopes(tag: string, sign: string, value: unknown, scopes: readonly unknown[]): (readonly unknown[])[] {
  if (sign === '^' || /^\s*#\s*(?:if|unless)\b/.test(tag)) return [scopes];
  if (Array.isArray(value) && value.length > 0) return value.map((item) => [...scopes, item]);
  const isEmpty = value === undefined || value === null || value === false || Array.isArray(value);
  return [isEmpty ? scopes : [...scopes, value]];
}

function textOf(scopes: readonly unknown[], tag: string): string | undefined {
  const [subject = '', ...filters] = tag.split('|');
  const path = subject.trim().replace(/^&\s*/, '');
  const [, literal] = LITERAL.exec(path) ?? [];
  const value = literal ?? (PLAIN.test(path) ? valueIn(scopes, path) : undefined);
  if (typeof value !== 'number' && (typeof value !== 'string' || value.includes('<'))) return undefined;
  const text = packed(String(value));
  return filters.length > 0 && text.length < SHORTEST_FILTERED ? undefined : text;
}

/** Returns the value of a path, of the innermost scope that has it. */
function valueIn(scopes: readonly unknown[], path: string): unknown {
  if (path === '.' || path === 'this') return scopes.at(-1);
  if (path.startsWith('@root.')) return valueAt(scopes[0], path.slice('@root.'.length));
  if (path.startsWith('../')) return valueIn(scopes.slice(0, -1), path.slice('../'.length));
  const own = path.startsWith('./') ? path.slice(2) : path.startsWith('.') ? path.slice(1) : path;
  if (own !== path) return valueAt(scopes.at(-1), own);
  for (const scope of [...scopes].reverse()) {
    const value = valueAt(scope, path);
    if (value !== undefined) return value;
  }
  return undefined;
}
