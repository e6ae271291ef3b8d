import { type JsonObject } from '@toolpress/contract';
import { type CheckedDocument } from './check-document.js';
import { type SourceText } from './policy/explain.js';
import { type DocumentResources } from './policy/stylesheets.js';
/** The request's fields that hold a part of a page. */
export type FragmentField = 'header_html' | 'footer_html';
export interface CheckedFragment extends Pick<CheckedDocument, 'images' | 'changesPage' | 'fonts' | 'reports' | 'wantedSheets'> {
    /**
     * @returns the content of a `div` on one page of so many; the fragment's `style` elements stay where they were.
     * @throws as `checkFragment` does, when the numbers make the fragment something that is not allowed.
     */
    on(page: number, pages: number): string;
    /** Of its HTML, in characters, with placeholders for the numbers. */
    readonly length: number;
}
interface FragmentContext {
    /** Whose placeholders the fragment holds. */
    numbers?: PageNumbers;
    /** Of the document. */
    language?: string | undefined;
    resources?: Partial<DocumentResources>;
}
/** Of a header or footer that is checked again for each page, all pages together: some hundred milliseconds. */
export declare const MAX_NUMBERED_CHARACTERS = 5000000;
/**
 * Tags of a whole document (`html`, `head`, `body`) are dropped. `@page` rules lose their size and margins, which the document
 * decides.
 *
 * @throws as `checkDocument` does; the messages name the field.
 */
export declare function checkFragment(html: SourceText, field: FragmentField, { numbers, language, resources }?: FragmentContext): CheckedFragment;
/**
 * `[[page]]` and `[[pages]]` of headers and footers, whose values are known only after printing: a header is filled and checked
 * with random placeholders.
 */
export declare class PageNumbers {
    private readonly page;
    private readonly pages;
    /** The data that fills a header or footer: the caller's, with `page` and `pages` replaced. */
    fillWith(data: JsonObject | undefined): JsonObject;
    /** @returns how many placeholders a filled text holds. */
    countIn(text: string): number;
    /** @returns a filled text for one page of so many. */
    on(text: string, page: number, pages: number): string;
}
export {};
//# sourceMappingURL=check-fragment.d.ts.map