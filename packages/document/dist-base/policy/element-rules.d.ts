/** The policy for elements. The documentation is generated from these tables. */
import type { WarningCode } from '@toolpress/contract';
import { type Element } from '../html.js';
/**
 * `refused`: the document is an error. `removed`: with its content. `unwrapped`: replaced by its content. `text`: becomes a
 * `pre`, which looks the same. `warned`: stays, but means nothing.
 */
export type Treatment = 'refused' | 'removed' | 'unwrapped' | 'text' | 'warned';
export interface ElementRule {
    readonly names: readonly string[];
    /** A further condition. */
    readonly when?: (element: Element) => boolean;
    /** The name of those in the documentation: "`link` to a sheet". */
    readonly called?: string;
    readonly treatment: Treatment;
    /** A sentence without its full stop; the error prints it after "is not allowed:". */
    readonly because: string;
    /** Of the warning; `markup_ignored` unless given. */
    readonly code?: WarningCode;
}
/** The first match counts; elements without a rule stay. */
export declare const HTML_RULES: readonly ElementRule[];
export declare const SVG_RULES: readonly ElementRule[];
/** MathML has no elements that load or run anything. */
export declare function ruleOf(element: Element): ElementRule | undefined;
export declare const isStylesheetLink: (element: Element) => boolean;
/** Whether a linked sheet is there for paper: browsers neither apply an alternate one, nor one that is no CSS. */
export declare function isForPaper(link: Element): boolean;
//# sourceMappingURL=element-rules.d.ts.map