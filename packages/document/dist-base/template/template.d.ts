/** A template as a tree; filling walks the tree. */
/** A parsed template, made by `compileTemplate`. */
export interface Template {
    readonly source: string;
    readonly nodes: readonly TemplateNode[];
    /** What stands in `style` elements, if the template is HTML. */
    readonly inStyle: ReadonlySet<ValueNode>;
}
export type TemplateNode = TextNode | ValueNode | SectionNode;
export interface TextNode {
    readonly kind: 'text';
    readonly text: string;
    /** Offset in the source. */
    readonly offset: number;
}
interface TagNode {
    /** The path as it was written. */
    readonly name: string;
    readonly path: Path;
    /** Offset in the source. */
    readonly offset: number;
}
export interface ValueNode extends TagNode {
    readonly kind: 'value';
    /** `[[&path]]`: inserted without escaping. */
    readonly raw: boolean;
    /** The tag's source text: printed when it turns out to be no tag. */
    readonly written: string;
}
export interface SectionNode extends TagNode {
    readonly kind: 'section';
    /** `[[^path]]`: filled when there is nothing at the path. */
    readonly inverted: boolean;
    readonly nodes: readonly TemplateNode[];
}
/**
 * The path to a value: names separated by dots. A plain name is made of letters of any script, digits, `_`, `-` and `$`.
 * Spreadsheets and forms also have names such as `Invoice No` or `Price (EUR)`, which look like prose: see `certain`.
 */
export interface Path {
    /** Outermost first; empty for `.`, the current value itself. */
    readonly names: readonly string[];
    /** Begins with a dot: looked up in the current value only, not in outer sections. */
    readonly fromCurrent: boolean;
    /** Every name is plain. Otherwise it is a tag only if the data has that name: prose in double brackets stays unchanged. */
    readonly certain: boolean;
}
/** @returns undefined when the text is no path. */
export declare function parsePath(text: string): Path | undefined;
/** A position in a text, as editors show it. */
export interface Position {
    /** From 1. */
    readonly line: number;
    /** From 1, in UTF-16 units. */
    readonly column: number;
}
/** Finds the positions of offsets; reads the text once. */
export declare class Positions {
    private readonly lineStarts;
    constructor(source: string);
    at(offset: number): Position;
    private startOf;
}
export {};
//# sourceMappingURL=template.d.ts.map