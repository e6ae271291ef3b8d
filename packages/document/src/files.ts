/** The files of a request by the paths in its document. */
import { hash, randomBytes } from 'node:crypto';
import { MAX_FONT_BYTES } from '@toolpress/contract';
import type { CssScanRules } from './css/scanned-css.js';
import { FontFault, tablesOf } from './fonts/containers.js';
import { readDataUrl } from './images/data-url.js';
import { imageHeader, MAX_IMAGE_PIXELS } from './images/header.js';

/** Text, or bytes as base64. */
export type FileContent = string | { readonly base64: string };

/** Folders above the document's, so that `../a.css` is another file than `a.css`. */
const FOLDER = '~above~/';
const ABOVE = FOLDER.repeat(8);

/** The base URL of files. Names under `.invalid` cannot be registered. */
export const ROOT = `https://files.invalid/${ABOVE}`;
const ROOT_URL = new URL(ROOT);

/**
 * Resolves a reference to a file.
 *
 * @param reference as written in a document or style sheet: `a.css`, `./a.css`, `/a.css` and `a.css?v=2` are the same.
 * @param from the path of the style sheet.
 * @returns the path from the document, without query and fragment; undefined for an absolute reference.
 */
export function pathOf(reference: string, from = ''): string | undefined {
  const base = from === '' ? ROOT_URL : new URL(from, ROOT);
  const url = URL.canParse(reference, base.href) ? new URL(reference, base) : undefined;
  if (url?.origin !== base.origin) return undefined;
  return decoded(fromDocument(url.pathname.slice(1)));
}

/** Returns a path below `ABOVE` as one from the document, with `../` for each folder that it leaves. */
function fromDocument(path: string): string {
  if (!path.startsWith(FOLDER)) return path; // from the root, as in `/a.css`
  let inside = 0;
  while (inside < ABOVE.length && path.startsWith(FOLDER, inside)) inside += FOLDER.length;
  return '../'.repeat((ABOVE.length - inside) / FOLDER.length) + path.slice(inside);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // an invalid percent-encoding is taken literally
  }
}

export interface DocumentFile {
  readonly path: string;
  readonly content: FileContent;
  /** The URL for the browser, unique for each document. */
  readonly url: string;
}

export class DocumentFiles {
  private readonly byPath: ReadonlyMap<string, DocumentFile>;
  private readonly byUrl: Map<string, DocumentFile>;
  /** The files of data URLs, by the digests of their bytes. */
  private readonly fromDataUrls = new Map<string, DocumentFile>();
  /** The characters that style sheets have for files and data URLs so far. */
  private embeddedCharacters = 0;
  /** The data URLs for style sheets, by the address and whether it is one of a font. */
  private readonly dataUrls = new Map<string, string | undefined>();
  private readonly mark = randomBytes(12).toString('hex');

  /**
   * @param files by path. If two paths are the same file, the last one counts.
   * @param embeds whether style sheets may load files and data URLs, and data URLs may be of any kind that files are.
   */
  constructor(
    files: Readonly<Record<string, FileContent>> = {},
    readonly embeds = false,
  ) {
    const { mark } = this;
    const list = Object.entries(files).map(([written, content], index): DocumentFile => {
      return { path: pathOf(written) ?? written, content, url: `https://file-${index}-${mark}.invalid/` };
    });
    // Without `../`, paths in fewer folders above the document count more.
    list.sort((one, other) => other.path.length - one.path.length);
    this.byPath = new Map([
      ...list.map((file) => [withoutUp(file.path), file] as const),
      ...list.map((file) => [file.path, file] as const),
    ]);
    this.byUrl = new Map(list.map((file) => [file.url, file]));
  }

  /** Returns a file's content. @param path as returned by `pathOf`. */
  at(path: string): FileContent | undefined {
    return this.find(path)?.content;
  }

  /** Returns the file of a reference. */
  get(reference: string, from?: string): DocumentFile | undefined {
    const path = pathOf(reference, from);
    return path === undefined ? undefined : this.find(path);
  }

  /** A file may be sent without the `../` of its reference, and the reverse, if no other file has the very path. */
  private find(path: string): DocumentFile | undefined {
    return this.byPath.get(path) ?? this.byPath.get(withoutUp(path));
  }

  /**
   * Returns what a style sheet may load, as a data URL with the type of its bytes: an image or a font that is a file of the request, or is in a
   * data URL.
   *
   * @param base the URL of the style sheet.
   * @returns undefined for anything else.
   */
  private dataForCss(reference: string, base: string, isFont: boolean): string | undefined {
    const [written = '', fragment] = reference.trim().split('#', 2);
    const address = /^data:/i.test(written)
      ? `data${written.slice('data'.length).replace(/[\t\n\r]+/g, '')}`
      : resolved(written, base);
    const key = `${isFont} ${address}`;
    if (!this.dataUrls.has(key)) this.dataUrls.set(key, this.dataOf(address, isFont));
    const url = this.dataUrls.get(key);
    this.embeddedCharacters += url?.length ?? 0;
    if (url === undefined || this.embeddedCharacters > MAX_EMBEDDED) return undefined;
    return fragment !== undefined && PLAIN_FRAGMENT.test(fragment) ? `${url}#${fragment}` : url;
  }

  private dataOf(address: string, isFont: boolean): string | undefined {
    const bytes = address.startsWith('data:') ? readDataUrl(address)?.bytes : bytesOf(this.get(address));
    const type = bytes && (isFont ? fontType(bytes) : printableType(bytes));
    return type && `data:${type};base64,${bytes?.toString('base64')}`;
  }

  /** Returns the rules of a style sheet for what it may load. @param base its URL. */
  cssRules(base: string): Pick<CssScanRules, 'embedded'> {
    return this.embeds ? { embedded: (target, isFont) => this.dataForCss(target, base, isFont) } : {};
  }

  /** Begins a check of the document, which counts the data in its style sheets from zero. */
  beginCheck(): void {
    this.embeddedCharacters = 0;
  }

  /** Adds the bytes of a data URL, once. @returns undefined if the request does not allow it. */
  embed(bytes: Buffer | undefined): DocumentFile | undefined {
    if (!this.embeds || bytes === undefined) return undefined;
    const digest = hash('sha256', bytes);
    const known = this.fromDataUrls.get(digest);
    if (known !== undefined) return known;
    const url = `https://data-${this.fromDataUrls.size}-${this.mark}.invalid/`;
    const file = { path: 'a data URL', content: { base64: bytes.toString('base64') }, url };
    this.fromDataUrls.set(digest, file);
    this.byUrl.set(url, file);
    return file;
  }

  /** Returns the file with this URL. */
  withUrl(url: string): DocumentFile | undefined {
    return this.byUrl.get(url);
  }
}

/** The largest number of characters of files and data URLs in style sheets. */
const MAX_EMBEDDED = 20 * 1024 * 1024;

const bytesOf = (file: DocumentFile | undefined): Buffer | undefined =>
  file && (typeof file.content === 'string' ? Buffer.from(file.content) : Buffer.from(file.content.base64, 'base64'));

/** Returns the type of an image that is not too large. */
function printableType(bytes: Buffer): string | undefined {
  const header = imageHeader(bytes);
  if (header === undefined || header.type === 'image/svg+xml') return header?.type;
  return header.width * header.height <= MAX_IMAGE_PIXELS ? header.type : undefined;
}

/** Returns the type of a font that an account could have, too. */
function fontType(bytes: Buffer): string | undefined {
  if (bytes.length > MAX_FONT_BYTES) return undefined;
  try {
    return `font/${tablesOf(bytes).format}`;
  } catch (error) {
    if (error instanceof FontFault) return undefined;
    throw error;
  }
}

const PLAIN_FRAGMENT = /^[\w.:-]{1,100}$/;

/** Returns the address of a reference in a style sheet. Nothing is relative to a data URL. */
const resolved = (reference: string, base: string): string =>
  URL.canParse(reference, base) ? new URL(reference, base).href : 'data:,';

const withoutUp = (path: string): string => path.replace(/^(?:\.\.\/)+/, '');

/** The files of a document without any. */
export const NO_FILES = new DocumentFiles();
