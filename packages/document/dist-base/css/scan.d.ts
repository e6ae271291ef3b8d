/**
 * Scans a sheet, or a list of declarations, for what it would load. Nothing of it is taken away: each address is replaced by one
 * that leads nowhere, so that the cascade stays the author's, and the browser shows which of them it would have asked for.
 */
import { type CSSToken } from '@csstools/css-tokenizer';
import { type IgnoredPlace } from './print-css.js';
/** Nesting of brackets of all kinds. Chromium hangs on thousands. */
export declare const MAX_CSS_NESTING = 100;
/** Broken strings, escapes and the like. Each costs the tokenizer a hundred times as much as a valid token. */
export declare const MAX_CSS_ERRORS = 1000;
/** Functions whose argument is an address, and those in which every string is one. */
export declare const ADDRESS_FUNCTIONS: ReadonlySet<string>;
export declare const IMAGE_FUNCTIONS: ReadonlySet<string>;
/** Functions that draw what is elsewhere in the page, or what a script draws: on paper they draw nothing. */
export declare const DRAWING_FUNCTIONS: ReadonlySet<string>;
/** A place in a text: offsets of the first character and after the last one. */
export interface CssRange {
    readonly start: number;
    readonly end: number;
}
/** Something that a sheet would load, or draw without having it. */
export interface CssResource extends CssRange {
    /** `url()`, `image-set()`, `element()`, … as messages name it. */
    readonly name: string;
    /** The address as written; empty where it can't be told. */
    readonly target: string;
    /** The family, when the address is a face's. */
    readonly family?: string;
    /** That of the address which stands in the text now; absent for what is invalid now. */
    readonly address?: string;
}
/** An `@import` that browsers would follow. */
export interface CssImport extends CssRange {
    readonly target: string;
    /** What stands behind the address: layer, conditions, media; trimmed. */
    readonly conditions: string;
}
/** A limit that the text passes. */
export interface CssFault extends CssRange {
    readonly kind: 'nesting' | 'errors';
}
export interface ScannedCss {
    /** The text, without imports, that loads nothing. */
    readonly css: string;
    readonly resources: readonly CssResource[];
    readonly imports: readonly CssImport[];
    /** Names of the at-rules, in lower case, without the `@`. */
    readonly atRules: ReadonlySet<string>;
    /** Print CSS that the browser ignores, the first place of each kind. */
    readonly ignored: readonly IgnoredPlace[];
    /** What closes all that the text leaves open at its end. */
    readonly closers: string;
    readonly fault?: CssFault;
}
export interface CssScanRules {
    /** @returns the address that stands for a resource: the same for the same one. */
    issue(resource: CssResource): string;
    /** Whether an address is one that was issued before, when the text was scanned already. */
    isIssued?(address: string): boolean;
    /** Whether the service has a family: a face of that name is left out, so that the service's own is used. */
    hasFont(family: string): boolean;
}
/** A quick check: without a bracket, no declaration can load anything or nest; nor is it ignored, but for a footnote. */
export declare const isPlainDeclarations: (declarations: string) => boolean;
/** Takes time in proportion to the text. */
export declare const scanCss: (css: string, rules: CssScanRules) => ScannedCss;
/** The open brackets. In CSS, a closing bracket of another kind than the innermost open one closes nothing. */
export declare class Brackets {
    private readonly closers;
    get depth(): number;
    /** What closes them all. */
    get closing(): string;
    read(token: CSSToken): void;
}
export declare const isBlank: (token: CSSToken) => boolean;
/** CSS ignores the case of ASCII letters only; the names compared have no others. */
export declare const lower: (name: string) => string;
//# sourceMappingURL=scan.d.ts.map