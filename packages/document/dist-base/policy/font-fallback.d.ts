/**
 * Which characters of a document need font fallback, and for which language. Chromium caches the fallback font of a character
 * for the life of its process, whatever the language: after a Korean document a Japanese one gets Korean glyphs, and after
 * either a tick in an English one has another font. So documents that disagree must not share a process.
 */
/** Languages by blocks of 128 characters; `MIXED` for several or unknown ones. */
export type FontFallback = ReadonlyMap<number, string>;
export declare class FontFallbackNotes {
    private readonly found;
    private readonly inCss;
    private readonly languages;
    private quotesInCss;
    private isUntracked;
    /** Has to be called for every language that applies somewhere. @returns the language as it is compared here. */
    language(tag: string): string;
    text(text: string, language: string): void;
    element(tagName: string, language: string): void;
    /** A sheet, or declarations; the language of what they print is not tracked. */
    css(css: string): void;
    /** What the CSS of another text says. */
    addCss({ inCss, quotesInCss, isUntracked }: FontFallbackNotes): void;
    /** @returns undefined for a document that can share its process with every other. */
    result(): FontFallback | undefined;
}
/** @returns the first, extended by what another document needs. */
export declare function mergeFontFallback(into: Map<number, string>, other?: FontFallback): Map<number, string>;
/** @returns whether a process with these cached fonts finds the same fonts for a document as a new process would. */
export declare function findsSameFonts(known: FontFallback, wanted: FontFallback): boolean;
//# sourceMappingURL=font-fallback.d.ts.map