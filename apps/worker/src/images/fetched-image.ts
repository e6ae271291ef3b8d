/** An image that came from outside, as the browser is handed it. */
import { readImageHeader } from './image-header.js';

export interface FetchedImage {
  type: string;
  bytes: Buffer;
}

/** By URL, in the spelling of `canonicalUrl`. */
export type FetchedImages = ReadonlyMap<string, FetchedImage>;

export const NO_IMAGES: FetchedImages = new Map();

/** A small file may hold an image that takes gigabytes when decoded. 100 megapixels decode to 400 MB. */
const MAX_PIXELS = 100_000_000;

/**
 * The spelling in which the browser asks for a URL.
 *
 * @returns undefined for what is no URL.
 */
export function canonicalUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  parsed.hash = ''; // never sent
  return parsed.href;
}

/**
 * Checks by its bytes that what came is an image; what the server calls it does not count.
 *
 * @returns the image, or why it is none.
 */
export function imageOf(bytes: Buffer): FetchedImage | string {
  const header = readImageHeader(bytes);
  if (header === undefined) return 'what came is no PNG, JPEG or GIF';
  const { type, width, height } = header;
  if (width * height > MAX_PIXELS) {
    return `it is ${width} by ${height} pixels large; at most ${MAX_PIXELS / 1e6} megapixels are printed`;
  }
  return { type, bytes };
}
