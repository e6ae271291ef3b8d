/** The files that a request brings along, by the paths that its document writes. */
/** Leads to files only: nobody can own a name under `.invalid`. */
export const ROOT = 'https://files.invalid/';
/**
 * @param reference as a document or sheet writes it: `a.css`, `./a.css`, `/a.css` and `a.css?v=2` are one.
 * @param from the path of the sheet that writes it; the document is at the root.
 * @returns the path from the root, without query and fragment; nothing for what is no relative reference.
 */
export function pathOf(reference, from = '') {
    const base = new URL(from, ROOT);
    const url = URL.canParse(reference, base.href) ? new URL(reference, base) : undefined;
    if (url?.origin !== base.origin)
        return undefined;
    return decoded(url.pathname.slice(1));
}
function decoded(path) {
    try {
        return decodeURIComponent(path);
    }
    catch {
        return path; // a broken percent-encoding is a name like any other
    }
}
export class DocumentFiles {
    byPath;
    /** @param files by path, in any of its spellings; of two that are one, the last counts. */
    constructor(files = {}) {
        this.byPath = new Map(Object.entries(files).map(([path, content]) => [pathOf(path) ?? path, content]));
    }
    /** @param path as `pathOf` gives it. */
    at(path) {
        return this.byPath.get(path);
    }
    /** @returns the content that a reference leads to. */
    get(reference, from) {
        const path = pathOf(reference, from);
        const content = path === undefined ? undefined : this.at(path);
        return path === undefined || content === undefined ? undefined : { path, content };
    }
}
//# sourceMappingURL=files.js.map