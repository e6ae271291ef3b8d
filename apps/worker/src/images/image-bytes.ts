/** What the browser is handed for an image: bytes that have been checked. */
import { type DocumentFile, imageHeader, MAX_IMAGE_PIXELS } from '@toolpress/document';

/** An image as the browser is handed it. */
export interface FetchedImage {
  type: string;
  bytes: Buffer;
}

/** What laying a drawing out costs is bounded as that of its document is; this bounds what is read of it. */
const MAX_SVG_BYTES = 5 * 1024 * 1024;

const KNOWN = 'no PNG, JPEG, GIF, WebP or AVIF, and no SVG with its `xmlns`';

/** In the place of one that can't be had. */
export const NOTHING: FetchedImage = {
  type: 'image/gif',
  bytes: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
};

/**
 * Checks by its bytes that something is an image; what others call it does not count.
 *
 * @param what the subject of the reason.
 * @returns the image, or why it is none.
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

/** As `imageOf`, of a file of the request. */
export function sentImage({ content }: DocumentFile): FetchedImage | string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64');
  return imageOf(bytes, 'what was sent');
}
