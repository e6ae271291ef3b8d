/** Checks the address of an image: an `https:` URL, a file of the request, or a data URL with the image itself. */
import { parseUrl } from '@toolpress/contract';
import { type DocumentFile, type DocumentFiles, pathOf } from '../files.js';
import { readDataUrl } from './data-url.js';
import { imageHeader, MAX_IMAGE_PIXELS } from './header.js';

/** File types that browsers do not show. */
const NOT_PRINTED = /\.(?:tiff?|pdf|e?ps|[ew]mf|emz|wmz)$/i;

/** A tag of Mustache, Jinja, PHP, ERB or FreeMarker, in the characters that an attribute allows. */
export const FOREIGN_TAG = /\{\{|\{%|<[?%]|\$\{/;
/** A data URL with such a tag in place of its data. */
const TAG_AS_DATA = new RegExp(String.raw`^data:[^,]{0,200};base64,\s{0,9}(?:${FOREIGN_TAG.source})`, 'i');
export const FOREIGN_TAG_FAULT =
  'contains a tag of another template language: templates use `[[ ]]`, see /docs/templates';

/** The largest length of a URL, in characters. */
const MAX_ADDRESS_LENGTH = 8_000;

/** An allowed address in normal form (`https:`, or `data:` with the image itself), or the fault. */
type ImageAddress =
  | { readonly url: string; readonly file?: DocumentFile }
  | { readonly fault: string; readonly isEmpty?: true };

/**
 * @param written the attribute's value.
 * @param files the request's files. Their images have generated addresses, which are recognised when checked again.
 * @returns the address, or the fault as a predicate for messages.
 */
export function imageAddress(written: string, files: DocumentFiles): ImageAddress {
  const address = asBrowsersRead(written);
  const scheme = schemeOf(address);
  if (scheme === 'data') return embedded(address, files);
  if (FOREIGN_TAG.test(address)) return { fault: FOREIGN_TAG_FAULT };
  if (address === '') return { fault: 'is empty; leave out the whole element if there is no image', isEmpty: true };
  if (scheme === undefined) return address.startsWith('//') ? remote(`https:${address}`, files) : sent(address, files);
  if (scheme === 'http')
    return { fault: 'uses `http:`; images are loaded over `https:` only: use `https:`, or send the image in `files`' };
  if (scheme !== 'https')
    return { fault: `uses \`${scheme}:\`; images need an \`https:\` URL, a path in \`files\` or a data URL` };
  return remote(address, files);
}

function sent(reference: string, files: DocumentFiles): ImageAddress {
  const path = pathOf(reference);
  if (!path) return { fault: 'is a relative URL that names no file' };
  const file = files.get(reference);
  if (file) return { url: file.url, file };
  const [type] = NOT_PRINTED.exec(path) ?? [];
  if (type !== undefined)
    return {
      fault: `names a \`${type.toLowerCase()}\` file, which is not printed as an image: convert it to PNG, JPEG, GIF, WebP, AVIF or SVG, and send that in \`files\``,
    };
  return { fault: `is a relative URL: send the image in \`files\`, as \`${shortened(path, MAX_PATH_IN_MESSAGE)}\`` };
}

function embedded(address: string, files: DocumentFiles): ImageAddress {
  const [url = ''] = address.split('#', 1);
  const image = embeddedImage(`data${url.slice('data'.length)}`, files);
  return 'fault' in image && TAG_AS_DATA.test(url) ? { fault: FOREIGN_TAG_FAULT } : image;
}

function remote(address: string, files: DocumentFiles): ImageAddress {
  if (address.length > MAX_ADDRESS_LENGTH) return { fault: `is longer than ${MAX_ADDRESS_LENGTH} characters` };
  const url = address.slice('https:'.length).startsWith('//') ? parseUrl(address) : undefined;
  if (url === undefined) return { fault: 'is not a valid URL' };
  if (url.username !== '' || url.password !== '')
    return { fault: 'contains a user name or password, which is not allowed' };
  url.hash = '';
  url.pathname = url.pathname.replaceAll('^', '%5E').replaceAll('|', '%7C'); // as Chromium does, but not Node
  const file = files.withUrl(url.href);
  return { url: url.href, ...(file && { file }) };
}

/** The URL standard ignores control characters and blanks around, line breaks and tabs anywhere. */
function asBrowsersRead(written: string): string {
  let [start, end] = [0, written.length];
  while (start < end && written.charCodeAt(start) <= 0x20) start++;
  while (end > start && written.charCodeAt(end - 1) <= 0x20) end--;
  return written.slice(start, end).replace(/[\t\n\r]+/g, '');
}

/** In lower case. */
function schemeOf(address: string): string | undefined {
  return /^([a-z][a-z0-9+.-]{0,40}):/i.exec(address)?.[1]?.toLowerCase();
}

const ALLOWED =
  'a data URL must be a PNG, JPEG or GIF image; send `embedded_resources: true` for other kinds, send them in `files`, or load them over `https:`';

/**
 * Checks a data URL by the rules of the Fetch standard. The bytes decide what it is, as in browsers; a wrong type is corrected, so that the
 * browser prints what was checked.
 *
 * @param url begins with `data:`, without surrounding spaces, line breaks or a fragment.
 */
function embeddedImage(url: string, files: DocumentFiles): ImageAddress {
  const data = readDataUrl(url);
  if (data === undefined) return { fault: 'is a data URL without a comma, so it has no data' };
  const { type: declared, isBase64, comma, bytes } = data;
  const header = bytes === undefined ? undefined : imageHeader(bytes);
  if (header === undefined || header.type === 'image/svg+xml' || !TYPES.has(header.type)) {
    const file = header && bytes && files.embed(bytes);
    return file === undefined ? { fault: noImage(declared, bytes, header?.type) } : { url: file.url, file };
  }
  if (header.width * header.height > MAX_IMAGE_PIXELS)
    return { fault: `is an image of more than ${MAX_IMAGE_PIXELS / 1_000_000} million pixels` };
  const isRight = declared === header.type || (declared === 'image/jpg' && header.type === 'image/jpeg');
  return { url: isRight ? url : `data:${header.type}${isBase64 ? ';base64' : ''}${url.slice(comma)}` };
}

/** Types that data URLs may have; also `image/jpg`, which is not registered, but common. */
const TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/jpg', 'image/gif']);

function noImage(declared: string, bytes: Uint8Array | undefined, type: string | undefined): string {
  const named = declared === '' ? 'no type' : `\`${shortened(declared, MAX_TYPE_IN_MESSAGE)}\``;
  if (!TYPES.has(declared)) return `declares ${named}; ${ALLOWED}`;
  if (bytes === undefined) return 'is a data URL with invalid base64';
  return `declares ${named}, but contains ${type === undefined ? 'no readable image' : `\`${type}\``}; ${ALLOWED}`;
}

const MAX_TYPE_IN_MESSAGE = 40;
const MAX_PATH_IN_MESSAGE = 200;
const shortened = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text);
