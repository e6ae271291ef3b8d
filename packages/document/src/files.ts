/** The files that a request brings along, by the paths that its document writes. */
import { randomBytes } from 'node:crypto';

/** Text, or bytes as base64. */
export type FileContent = string | { readonly base64: string };

/** Leads to files only: nobody can own a name under `.invalid`. */
export const ROOT = 'https://files.invalid/';

/**
 * @param reference as a document or sheet writes it: `a.css`, `./a.css`, `/a.css` and `a.css?v=2` are one.
 * @param from the path of the sheet that writes it; the document is at the root.
 * @returns the path from the root, without query and fragment; nothing for what is no relative reference.
 */
export function pathOf(reference: string, from = ''): string | undefined {
  const base = new URL(from, ROOT);
  const url = URL.canParse(reference, base.href) ? new URL(reference, base) : undefined;
  if (url?.origin !== base.origin) return undefined;
  return decoded(url.pathname.slice(1));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a broken percent-encoding is a name like any other
  }
}

export interface DocumentFile {
  readonly path: string;
  readonly content: FileContent;
  /** The address by which the browser asks for it: no two documents have the same. */
  readonly url: string;
}

export class DocumentFiles {
  private readonly byPath: ReadonlyMap<string, DocumentFile>;
  private readonly byUrl: ReadonlyMap<string, DocumentFile>;

  /** @param files by path, in any of its spellings; of two that are one, the last counts. */
  constructor(files: Readonly<Record<string, FileContent>> = {}) {
    const mark = randomBytes(12).toString('hex');
    const list = Object.entries(files).map(([written, content], index): DocumentFile => {
      return { path: pathOf(written) ?? written, content, url: `https://file-${index}-${mark}.invalid/` };
    });
    this.byPath = new Map(list.map((file) => [file.path, file]));
    this.byUrl = new Map(list.map((file) => [file.url, file]));
  }

  /** @param path as `pathOf` gives it. */
  at(path: string): FileContent | undefined {
    return this.byPath.get(path)?.content;
  }

  /** @returns the file that a reference leads to. */
  get(reference: string, from?: string): DocumentFile | undefined {
    const path = pathOf(reference, from);
    return path === undefined ? undefined : this.byPath.get(path);
  }

  /** @returns the file whose own address this is. */
  withUrl(url: string): DocumentFile | undefined {
    return this.byUrl.get(url);
  }
}
