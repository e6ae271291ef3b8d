/** The files of a request by the paths in its document. */
import { randomBytes } from 'node:crypto';

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
  private readonly byUrl: ReadonlyMap<string, DocumentFile>;

  /** @param files by path. If two paths are the same file, the last one counts. */
  constructor(files: Readonly<Record<string, FileContent>> = {}) {
    const mark = randomBytes(12).toString('hex');
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

  /** Returns the file with this URL. */
  withUrl(url: string): DocumentFile | undefined {
    return this.byUrl.get(url);
  }
}

const withoutUp = (path: string): string => path.replace(/^(?:\.\.\/)+/, '');

/** The files of a document without any. */
export const NO_FILES = new DocumentFiles();
