/** Fills a template with data. */
import { type JsonObject } from '@toolpress/contract';
import { type Position, type Template, type TextNode, type ValueNode } from './template.js';
/** A tag that found no value: the path as it was written, and its position. */
export interface MissingTag extends Position {
    readonly tag: string;
}
/** The language that values are escaped for. */
type Escape = 'html' | 'css';
export interface FillOptions {
    /**
     * `html` (the default) escapes `& < > " '`, and as CSS what stands in a `style` element; `css` escapes whatever could leave a
     * declaration, in `[[&path]]` too.
     */
    escape?: Escape;
    /** What errors call the text; `html` or `css` unless given. */
    field?: string;
    /** Maximum length of the filled text, characters; 20 MiB unless given. Nested sections multiply. */
    maxLength?: number;
    /** Maximum work: tags filled, list items visited, objects searched; 5 million unless given. */
    maxSteps?: number;
    /** Called once for each value tag for which the data has nothing or null. Sections may have nothing. */
    onMissing?: (tag: MissingTag) => void;
    /** Called each time that a value tag prints nothing because the data has nothing there, not even null. */
    onUndefined?: (node: ValueNode) => void;
    /** Called for every piece added to the filled text: the node of the template that it comes from, and its length. */
    onPiece?: (node: TextNode | ValueNode, length: number) => void;
}
/**
 * Fills a template. Inserted values are not searched for tags.
 *
 * Texts, numbers, `true` and `false` print as they are, an object or a list as JSON; null and missing values print
 * nothing. Only the data's own fields count, never inherited ones.
 *
 * @param data as the request carries it, nested no deeper than the contract's `MAX_JSON_DEPTH`.
 * @throws ServiceError `template_invalid` when a limit is reached, naming it.
 */
export declare function fillTemplate(template: Template, data: JsonObject | undefined, options?: FillOptions): string;
export {};
//# sourceMappingURL=fill.d.ts.map