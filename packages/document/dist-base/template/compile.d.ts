import { type Template } from './template.js';
/** More than any document needs; it also bounds the recursion of filling. */
export declare const MAX_SECTION_DEPTH = 100;
/**
 * Parses a template: text with tags between double brackets, by the rules of Mustache.
 *
 * `[[path]]` is an escaped value, `[[&path]]` an unescaped one, `[[.]]` the current value, `[[#path]]…[[/path]]` a list or
 * condition, `[[^path]]…[[/path]]` its opposite, `[[! … ]]` a comment. Blanks inside the brackets are ignored. For the
 * syntax of paths see `Path`. Anything else between brackets stays unchanged.
 *
 * @param field the request's field (`html`, `css`), for error messages.
 * @throws ServiceError `template_invalid` for an unclosed section, a closing tag without or of another section, and sections
 *   nested more than 100 deep; each with the tag's line and column, from 1.
 */
export declare function compileTemplate(source: string, field?: string): Template;
/**
 * Compiled templates by their text. Texts hold callers' data and may be large, so only those within the bounds and with tags (a
 * text without tags is a finished document, hardly seen twice) are kept, in memory.
 */
export declare class TemplateCache {
    private readonly options;
    private readonly templates;
    /**
     * @param options.maxTemplateLength a longer text is not kept. Characters.
     * @param options.maxTotalLength of all texts kept; the least recently used are dropped. Characters.
     */
    constructor(options: {
        maxTemplateLength: number;
        maxTotalLength: number;
    });
    /** See `compileTemplate`. A text that can't be compiled is not kept. */
    get(source: string, field?: string): Template;
    /** The length of the templates kept, characters. */
    get size(): number;
}
/** As `compileTemplate`, cached in this process: texts of up to 64 Ki characters, 512 Ki in all. */
export declare const templateFor: (source: string, field?: string) => Template;
//# sourceMappingURL=compile.d.ts.map