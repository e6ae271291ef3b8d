/**
 * Remembers the heights of headers and footers by their markup. Those of the next document of the template mostly differ in a number or
 * a name, and are as high. Whoever expects a height has to prove it.
 */
import { createHash } from 'node:crypto';
import type { HeaderFooterDocument, MeasuredPart } from '@toolpress/document';
import { LRUCache } from 'lru-cache';

/** A header or footer, and what its height depends on. */
export type Measurable = Omit<MeasuredPart, 'height'>;

/** In inches; NaN where equal markup had different heights, or one that no print proves. */
const heights = new LRUCache<string, number>({ max: 2_000 });

/** The texts of a fragment. */
const TEXTS = />[^<]+/g;

/** Addresses of images. Those of files differ in each request. */
const ADDRESSES = /="https:[^"]*"/g;

/** The shapes of markup that heights are kept by: without its texts, or with the kinds of their characters. */
const SHAPES: readonly ((html: string) => string)[] = [
  (html) => html.replace(TEXTS, '>'),
  (html) =>
    html.replace(TEXTS, (text) =>
      text
        .replace(/\p{Lu}/gu, 'A')
        .replace(/\p{Ll}/gu, 'a')
        .replace(/\p{Nd}/gu, '0'),
    ),
];

/** Returns the height to expect, in inches; undefined when there is none. */
export function expectedHeight(document: HeaderFooterDocument, part: Measurable): number | undefined {
  for (const key of keysOf(document, part)) {
    const height = heights.get(key);
    if (height === undefined || !Number.isNaN(height)) return height;
  }
  return;
}

/** Remembers a height. @param height NaN if no print proves it. */
export function rememberHeight(document: HeaderFooterDocument, part: Measurable, height: number): void {
  for (const key of keysOf(document, part)) {
    const known = heights.get(key) ?? height;
    heights.set(key, known === height ? height : Number.NaN);
    if (known === height) return;
  }
}

/** Returns the keys of a part, the coarser first. */
function keysOf({ digest }: HeaderFooterDocument, { html, width, margins }: Measurable): string[] {
  const place = `${digest} ${width} ${margins.left} ${margins.right}`;
  const known = html.replace(ADDRESSES, '=');
  return SHAPES.map((shapeOf) =>
    createHash('sha256')
      .update(`${place} ${shapeOf(known)}`)
      .digest('base64'),
  );
}
