/** @returns the page, ending in a line feed. */
export declare const policyMarkdown: () => string;
//# sourceMappingURL=markdown.d.ts.map