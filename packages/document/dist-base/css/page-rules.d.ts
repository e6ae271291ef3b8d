/** What a request may decide about pages. */
export type PageProperty = 'size' | 'margin';
/**
 * Removes the declarations of these properties (`margin-left` and the like included) from every `@page` rule, and `all`, which
 * would set them. Margin boxes inside keep theirs.
 */
export declare function withoutPageDeclarations(css: string, properties: readonly PageProperty[]): string;
//# sourceMappingURL=page-rules.d.ts.map