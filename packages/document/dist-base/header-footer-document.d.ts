export declare class HeaderFooterDocument {
    private readonly head;
    /** @param document as `checkDocument` returns it. */
    constructor(document: string);
    /** @returns the document for one page, to be measured on a screen; `HEADER_FOOTER_PARTS` selects its header and footer. */
    toMeasure(page: HeaderFooterPage, sides: Pick<Margins, 'left' | 'right'>): string;
    /** @returns the document for pages whose size the document's sheets and the print settings decide. */
    withPages(pages: readonly HeaderFooterPage[], margins: Margins): string;
    /** @returns the document for pages of any sizes. */
    withSizedPages(pages: readonly HeaderFooterPage[], margins: Margins): string;
    /** @param sizes of the named pages; the empty one is for all others. */
    private with;
}
/** Selects, page by page, the header and the footer where present. */
export declare const HEADER_FOOTER_PARTS = "toolpress-part";
/** Inches. */
export interface Margins {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
}
/** One printed page and the content of its margins: checked HTML, with page numbers. */
export interface HeaderFooterPage {
    /** Inches. */
    readonly width: number;
    /** Inches. */
    readonly height: number;
    readonly header?: string | undefined;
    readonly footer?: string | undefined;
}
//# sourceMappingURL=header-footer-document.d.ts.map