/** An image that came from outside, as the browser is handed it. */
import { parseUrl } from '@toolpress/contract';
import { imageHeader, MAX_IMAGE_PIXELS } from '@toolpress/document';

export interface FetchedImage {
  type: string;
  bytes: Buffer;
}

/** By URL, in the spelling of `canonicalUrl`. */
export type FetchedImages = ReadonlyMap<string, FetchedImage>;

export const NO_IMAGES: FetchedImages = new Map();

/**
 * The spelling in which the browser asks for a URL.
 *
 * @returns undefined for what is no URL.
 */
export function canonicalUrl(url: string): string | undefined {
  const parsed = parseUrl(url);
  if (parsed === undefined) return undefined;
  parsed.hash = ''; // never sent
  return parsed.href;
}

/**
 * Checks by its bytes that what came is an image; what the server calls it does not count.
 *
 * @returns the image, or why it is none.
 */
export function imageOf(bytes: Buffer): FetchedImage | string {
  const header = imageHeader(bytes);
  if (header === undefined) return 'what came is no PNG, JPEG or GIF';
  const { type, width, height } = header;
  if (width * height > MAX_IMAGE_PIXELS) {
    return `it is ${width} by ${height} pixels large; at most ${MAX_IMAGE_PIXELS / 1e6} megapixels are printed`;
  }
  return { type, bytes };
}
