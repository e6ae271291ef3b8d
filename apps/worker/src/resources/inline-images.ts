/**
 * Puts small images into the documents that show them, as `data:` addresses. The browser then requests nothing, and the page need not be
 * wiped afterwards.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type FetchedImage, NOTHING } from './image-bytes.js';
import type { FetchedImages } from './image-source.js';

/** The size of the largest image to put into a document, in bytes. */
const MAX_BYTES = 256 * 1024;
/** The largest number of characters to add to a document. An image that is shown often stays at its address, which costs less. */
const MAX_CHARACTERS = 1024 * 1024;

/** The address of an image in a checked document, where attributes are in double quotes and addresses in normal form. */
const ADDRESS = /\s(?:src|srcset|href|xlink:href|poster|background)="(https:[^"\s]+)/g;
/** The beginning of an element that shows only images. An `object` or `embed` could show more, and keeps its address. */
const SHOWS_IMAGE =
  /^<(?:img|image|feImage|input|video|body|table|thead|tbody|tfoot|tr|t[dh]|col|colgroup)(?:\s[^\s="<>]+="[^"<]*")*$/;
/** Elements whose content is text that is not escaped. */
const RAW_TEXT = /<(?:style|xmp|noscript|noframes|iframe)\b/g;
/** The largest number of characters of an element before its address. */
const MAX_BEFORE = 1_000;

/** Types that show something whenever their header is valid. */
const SIMPLE: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif']);
/** The digests of small images of other types that the browser has read, such as a logo of many documents. */
const readable = new LRUCache<string, true>({ max: 5_000 });

/** Returns whether an image shows something whenever its header is valid. */
export const showsAlways = ({ type }: FetchedImage): boolean => SIMPLE.has(type);

/** Returns whether the browser may turn out to be unable to read an image. */
export const mayBeBroken = (image: FetchedImage): boolean =>
  !showsAlways(image) && !(image.bytes.length <= MAX_BYTES && readable.has(digestOf(image)));

/** Remembers an image that the browser has read. */
export function isReadable(image: FetchedImage): void {
  if (image.bytes.length <= MAX_BYTES) readable.set(digestOf(image), true);
}

const digestOf = ({ type, bytes }: FetchedImage): string =>
  `${type} ${createHash('sha256').update(bytes).digest('base64')}`;

interface Place {
  readonly url: string;
  readonly start: number;
  readonly end: number;
}

/** The images of one piece of work. */
export class InlineImages {
  private readonly addresses: ReadonlyMap<string, string>;
  private readonly data = new Map<string, string>();

  constructor(private readonly images: FetchedImages) {
    const small = [...images].filter(([, { bytes }]) => bytes.length <= MAX_BYTES);
    this.addresses = new Map(small.map(([url]) => [url.replaceAll('&', '&amp;'), url]));
  }

  /**
   * Returns a document with its small images. Unavailable ones lose their attribute.
   *
   * @param html a checked document. Other HTML may keep its addresses.
   * @param onPut called with the URL and the `data:` address of each image that is put into it.
   */
  into(html: string, onPut: (url: string, data: string) => void): string {
    if (this.addresses.size === 0) return html;
    const places = this.placesIn(html);
    const uses = new Map<string, number>();
    for (const { url } of places) uses.set(url, (uses.get(url) ?? 0) + 1);
    const put = new Map<string, string>();
    let characters = 0;
    for (const [url, count] of uses) {
      const data = this.dataOf(url);
      if (characters + count * data.length > MAX_CHARACTERS) continue;
      characters += count * data.length;
      put.set(url, data);
      onPut(url, data);
    }
    let [result, at] = ['', 0];
    for (const { url, start, end } of places) {
      result += html.slice(at, start) + (put.get(url) ?? html.slice(start, end));
      at = end;
    }
    return result + html.slice(at);
  }

  private placesIn(html: string): Place[] {
    const raw = rawTexts(html);
    let next = 0;
    return [...html.matchAll(ADDRESS)].flatMap(({ index, 0: found, 1: address = '' }) => {
      while ((raw[next]?.end ?? Number.POSITIVE_INFINITY) <= index) next += 1;
      if (index >= (raw[next]?.start ?? Number.POSITIVE_INFINITY)) return [];
      const url = this.addresses.get(address);
      const before = html.slice(Math.max(0, index - MAX_BEFORE), index);
      if (url === undefined || !SHOWS_IMAGE.test(before.slice(before.lastIndexOf('<')))) return [];
      const end = index + found.length;
      // Without the attribute, the element is printed as the policy leaves one whose image it refuses.
      if (this.images.get(url) === NOTHING) return [{ url, start: index, end: html.indexOf('"', end) + 1 }];
      return [{ url, start: end - address.length, end }];
    });
  }

  private dataOf(url: string): string {
    const image = this.images.get(url) as FetchedImage;
    if (image === NOTHING) return '';
    const { type, bytes } = image;
    const data = this.data.get(url) ?? `data:${type};base64,${bytes.toString('base64')}`;
    this.data.set(url, data);
    return data;
  }
}

/** Returns the positions of elements whose content is text. Where a text looks like one, images keep their addresses. */
function rawTexts(html: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const unclosed = new Set<string>();
  let end = 0;
  for (const { index, 0: tag } of html.matchAll(RAW_TEXT)) {
    if (index < end || unclosed.has(tag)) continue;
    const close = html.indexOf(tag.replace('<', '</'), index);
    if (close === -1) unclosed.add(tag);
    else {
      end = close;
      found.push({ start: index, end });
    }
  }
  return found;
}
