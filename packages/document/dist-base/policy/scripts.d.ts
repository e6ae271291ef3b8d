/** Scripts that would have drawn something: what they are known by, and what to do, for scripts never run. */
import type { WarningCode } from '@toolpress/contract';
import { type Element } from '../html.js';
interface ScriptKind {
    /** What is missing without it. */
    readonly draws: string;
    /** What to do; a sentence without its full stop. */
    readonly instead: string;
    readonly code?: WarningCode;
    /** Names of libraries, as they are in addresses. */
    readonly libraries?: string;
    /** Other parts of addresses. */
    readonly addresses?: RegExp;
    /** What such a script holds. */
    readonly marks?: RegExp;
    /** What its `type` is. */
    readonly types?: RegExp;
}
/** What it would have drawn; undefined for a script that nobody misses, as far as can be told. */
export declare function scriptKind(script: Element): ScriptKind | undefined;
export {};
//# sourceMappingURL=scripts.d.ts.map