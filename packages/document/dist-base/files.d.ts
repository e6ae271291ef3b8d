/** The files that a request brings along, by the paths that its document writes. */
/** Text, or bytes as base64. */
export type FileContent = string | {
    readonly base64: string;
};
/** Leads to files only: nobody can own a name under `.invalid`. */
export declare const ROOT = "https://files.invalid/";
/**
 * @param reference as a document or sheet writes it: `a.css`, `./a.css`, `/a.css` and `a.css?v=2` are one.
 * @param from the path of the sheet that writes it; the document is at the root.
 * @returns the path from the root, without query and fragment; nothing for what is no relative reference.
 */
export declare function pathOf(reference: string, from?: string): string | undefined;
export declare class DocumentFiles {
    private readonly byPath;
    /** @param files by path, in any of its spellings; of two that are one, the last counts. */
    constructor(files?: Readonly<Record<string, FileContent>>);
    /** @param path as `pathOf` gives it. */
    at(path: string): FileContent | undefined;
    /** @returns the content that a reference leads to. */
    get(reference: string, from?: string): {
        path: string;
        content: FileContent;
    } | undefined;
}
//# sourceMappingURL=files.d.ts.map