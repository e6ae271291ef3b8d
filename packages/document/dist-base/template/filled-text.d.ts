/** Filled text that knows which of its characters came from where. */
import { type JsonObject } from '@toolpress/contract';
import { type FillOptions, type MissingTag } from './fill.js';
import { type Position, type Template } from './template.js';
/** A place in a template. */
export interface Origin extends Position {
    /** The path of the tag that the text came from, as it was written; absent for the template's own text. */
    readonly tag?: string;
}
/** Origins and missing tags are needed for errors only, so they are found by filling once more. */
export declare class FilledText {
    private readonly template;
    private readonly data;
    private readonly options;
    readonly text: string;
    /** Whether a tag found nothing and printed nothing. */
    private hasUndefined;
    /** See `fillTemplate`. */
    constructor(template: Template, data: JsonObject | undefined, options?: FillOptions);
    /**
     * Where a range of the text comes from: the position of its first character (of the tag, when a value begins it), and the
     * first tag that contributed to it.
     *
     * @param start offset of the first character in `text`.
     * @param end offset after the last one.
     */
    originOf(start: number, end: number): Origin;
    /** The tags without a value, each once in the order of the template's filling; and how many more there are. */
    missing(limit: number): {
        tags: MissingTag[];
        more: number;
    };
    /** The tags that printed nothing wherever they were filled, because the data has nothing there; null is something. */
    neverFilled(): MissingTag[];
}
/**
 * Checks for `strict` that every tag has a value.
 *
 * @param texts the filled texts by the request's fields they came from.
 * @throws ServiceError `tag_without_value` that lists the tags for which the data has nothing or null, with field, line and
 *   column: the first hundred, and how many more there are.
 */
export declare function requireValues(texts: Readonly<Record<string, FilledText>>): void;
/** @returns as in "`[[name]]` at html 2:5". */
export declare function described({ tag, line, column }: MissingTag, field: string): string;
//# sourceMappingURL=filled-text.d.ts.map