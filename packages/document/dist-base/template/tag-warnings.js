import { described } from './filled-text.js';
/** How many tags it lists. */
const MAX_LISTED = 20;
const PAGE_NUMBERS = '`[[page]]` and `[[pages]]` have values in `header_html` and `footer_html` only';
/** @param texts the filled texts by the request's fields they came from. @returns one report for all of them, or none. */
export const tagReports = (texts) => ({
    addresses: new Set(),
    lacksContent: false,
    read: () => tagWarnings(texts),
});
function tagWarnings(texts) {
    const tags = Object.entries(texts).flatMap(([field, text]) => text.neverFilled().map((tag) => ({ field, tag })));
    const [first] = tags;
    if (first === undefined)
        return [];
    const listed = tags.slice(0, MAX_LISTED).map(({ field, tag }) => described(tag, field));
    const rest = tags.length > MAX_LISTED ? ` and ${tags.length - MAX_LISTED} more` : '';
    const isNumber = tags.some(({ tag }) => tag.tag === 'page' || tag.tag === 'pages');
    const instead = isNumber ? PAGE_NUMBERS : 'send a value, or null if that is meant';
    const message = `\`data\` has no value for ${listed.join(', ')}${rest}, which print nothing: ${instead}.`;
    const { line, column } = first.tag;
    return [{ kind: 'notice', code: 'tag_without_value', message, line, column }];
}
//# sourceMappingURL=tag-warnings.js.map