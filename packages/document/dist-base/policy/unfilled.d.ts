/** Elements that a script of the document would have filled, left empty because scripts never run. */
import { type Element, type ParentNode } from '../html.js';
/** Names of the elements that inline scripts write into. */
export declare class WrittenElements {
    private readonly names;
    /** Whether there is a script that may do anything. */
    private isAny;
    /** @param script one that is not known for what it draws. */
    add(script: Element): void;
    /** @param root of the checked tree. @returns the first that is left empty: a table's body with an id, or one that a script names. */
    firstEmpty(root: ParentNode): Element | undefined;
    private isLeftEmpty;
}
//# sourceMappingURL=unfilled.d.ts.map