import type { TemplateNode, ValueNode } from './template.js';
/**
 * The HTML around the tags is read as browsers read it, each section once: a `style` in a comment or a `textarea` is none.
 * Nearly all templates are known to have no such tag after a search for the word.
 *
 * @returns the value tags whose text becomes part of a sheet.
 */
export declare function valuesInStyle(nodes: readonly TemplateNode[]): ReadonlySet<ValueNode>;
//# sourceMappingURL=style-elements.d.ts.map