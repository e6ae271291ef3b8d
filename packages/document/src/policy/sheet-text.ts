/** Decodes style sheets, and applies the conditions of `@import`. */
import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer';
import { scanCss } from '../css/scan.js';
import { Brackets, isBlank, lower } from '../css/tokens.js';
import type { FileContent } from '../files.js';
import { textOf } from './explain.js';

/** A style sheet to insert. It loads nothing and closes everything that it opens. */
export interface InlinedSheet {
  readonly css: string;
  /** A list of media queries; empty for all. */
  readonly media: string;
}

/** Returns the text of a file. Bytes are decoded like those of a server that names no charset. */
export function decoded(content: FileContent): string {
  if (typeof content === 'string') return textOf(content);
  return sheetText(Buffer.from(content.base64, 'base64'), undefined);
}

/** Encodings by their byte order marks, which count more than any charset. */
const MARKED = [
  ['utf-8', '\xef\xbb\xbf'],
  ['utf-16be', '\xfe\xff'],
  ['utf-16le', '\xff\xfe'],
] as const;

/**
 * Decodes a style sheet as browsers do: by its byte order mark, the charset of its server, its `@charset`, or as UTF-8.
 *
 * @param charset the charset of its `Content-Type`, if any.
 */
export function sheetText(bytes: Uint8Array, charset: string | undefined): string {
  const start = Buffer.from(bytes.subarray(0, 60)).toString('latin1');
  const marked = MARKED.find(([, mark]) => start.startsWith(mark))?.[0];
  const written = /^@charset "([^"]{1,40})";/.exec(start)?.[1];
  for (const label of [marked, charset, written]) {
    try {
      if (label !== undefined) return new TextDecoder(label).decode(bytes);
    } catch {
      // ignores an unknown charset
    }
  }
  return new TextDecoder().decode(bytes);
}

/** Reads the conditions of an `@import`. Returns undefined for invalid ones. */
export function conditionsOf(text: string): { media: string; around: string[] } | undefined {
  if (text === '') return { media: '', around: [] };
  // Conditions must not load anything or end the surrounding rule.
  const { css } = scanCss(text, { issue: () => 'https://none.invalid/', hasFont: () => false });
  if (/[{};@]/.test(css)) return undefined;
  const tokens = tokenize({ css });
  const around: string[] = [];
  let at = 0;
  const skipBlanks = (): void => {
    while (tokens[at] !== undefined && isBlank(tokens[at] as CSSToken)) at += 1;
  };
  skipBlanks();
  for (const name of ['layer', 'supports']) {
    const token = tokens[at];
    if (token?.[0] === TokenType.Ident && name === 'layer' && lower(token[4].value) === name) {
      around.push('@layer');
      at += 1;
    } else if (token?.[0] === TokenType.Function && lower(token[4].value) === name) {
      const [from, to] = [at + 1, endOf(tokens, at)];
      if (to === undefined) return undefined;
      const inner = css.slice(tokens[from]?.[2], tokens[to]?.[2]);
      around.push(
        name === 'layer' ? `@layer ${inner}` : `@supports ${/^\s*[\w-]+\s*:/.test(inner) ? `(${inner})` : inner}`,
      );
      at = to + 1;
    }
    skipBlanks();
  }
  const next = tokens[at];
  const isOver = next === undefined || next[0] === TokenType.EOF;
  return { media: isOver ? '' : css.slice(next[2]).trim(), around };
}

/** Returns the index of the matching closing bracket. */
function endOf(tokens: readonly CSSToken[], from: number): number | undefined {
  const brackets = new Brackets();
  for (let at = from; at < tokens.length; at++) {
    brackets.read(tokens[at] as CSSToken);
    if (brackets.depth === 0) return at;
  }
  return undefined;
}

/** Applies media queries, all of which must match: each but the last becomes an enclosing rule. */
export function withMedia(css: string, queries: readonly string[]): InlinedSheet[] {
  const around = queries.slice(0, -1);
  if (around.some((query) => /[{};@\\]/.test(query))) return [];
  return [{ css: around.reduceRight((text, query) => `@media ${query}{${text}}`, css), media: queries.at(-1) ?? '' }];
}
