/** Checks the bytes of images for the browser. */
import { type DocumentFile, imageHeader, MAX_IMAGE_PIXELS } from '@toolpress/document';

/** An image for the browser. */
export interface FetchedImage {
  type: string;
  bytes: Buffer;
}

/** The size limit of a drawing in bytes. Its layout has the same limits as that of its document. */
const MAX_SVG_BYTES = 5 * 1024 * 1024;

const KNOWN = 'no PNG, JPEG, GIF, WebP or AVIF, and no SVG with its `xmlns`';

/** Takes the place of an unavailable image. The browser can't read it, and prints the alternative text as for any missing image. */
export const NOTHING: FetchedImage = { type: 'image/gif', bytes: Buffer.of() };

/** Returns images that came from another thread. */
export const receiveImages = (
  images: ReadonlyMap<string, { type: string; bytes: Uint8Array }>,
): Map<string, FetchedImage> =>
  new Map(
    [...images].map(([url, { type, bytes }]) => [
      url,
      bytes.length === 0 ? NOTHING : { type, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) },
    ]),
  );

/**
 * Checks by its bytes that something is an image, whatever its declared type.
 *
 * @param what the subject of the reason.
 * @returns the image, or the reason why it is none.
 */
export function imageOf(bytes: Buffer, what: string): FetchedImage | string {
  const header = imageHeader(bytes);
  if (header === undefined) return `${what} is ${KNOWN}`;
  const { type } = header;
  if (type === 'image/svg+xml') {
    if (bytes.length <= MAX_SVG_BYTES) return { type, bytes };
    return `it is an SVG of more than ${MAX_SVG_BYTES / 1024 / 1024} MiB`;
  }
  const { width, height } = header;
  if (width * height <= MAX_IMAGE_PIXELS) return { type, bytes };
  return `it is ${width} by ${height} pixels large; at most ${MAX_IMAGE_PIXELS / 1e6} megapixels are printed`;
}

/** Checks a file of the request, see `imageOf`. */
export function sentImage({ content }: DocumentFile): FetchedImage | string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64');
  return imageOf(bytes, 'what was sent');
}
