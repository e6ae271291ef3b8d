/** Filled text that knows which of its characters came from where. */
import { ServiceError } from '@toolpress/contract';
import { fillTemplate } from './fill.js';
import { Positions } from './template.js';
/** Origins and missing tags are needed for errors only, so they are found by filling once more. */
export class FilledText {
    template;
    data;
    options;
    text;
    /** Whether a tag found nothing and printed nothing. */
    hasUndefined = false;
    /** See `fillTemplate`. */
    constructor(template, data, options = {}) {
        this.template = template;
        this.data = data;
        this.options = options;
        const onUndefined = () => {
            this.hasUndefined = true;
        };
        this.text = fillTemplate(template, data, { ...options, onUndefined });
    }
    /**
     * Where a range of the text comes from: the position of its first character (of the tag, when a value begins it), and the
     * first tag that contributed to it.
     *
     * @param start offset of the first character in `text`.
     * @param end offset after the last one.
     */
    originOf(start, end) {
        const last = Math.max(end, start + 1);
        let done = 0;
        let offset = 0;
        let tag;
        const onPiece = (node, length) => {
            const from = done;
            done += length;
            if (length === 0 || done <= start || from >= last)
                return;
            if (from <= start)
                offset = node.offset + (node.kind === 'text' ? start - from : 0);
            if (node.kind === 'value')
                tag ??= node.name;
        };
        fillTemplate(this.template, this.data, { ...this.options, onPiece });
        const position = new Positions(this.template.source).at(offset);
        return tag === undefined ? position : { ...position, tag };
    }
    /** The tags without a value, each once in the order of the template's filling; and how many more there are. */
    missing(limit) {
        const tags = [];
        let more = 0;
        const onMissing = (tag) => {
            if (tags.length < limit)
                tags.push(tag);
            else
                more += 1;
        };
        fillTemplate(this.template, this.data, { ...this.options, onMissing });
        return { tags, more };
    }
    /** The tags that printed nothing wherever they were filled, because the data has nothing there; null is something. */
    neverFilled() {
        if (!this.hasUndefined)
            return [];
        const empty = new Set();
        const filled = new Set();
        let last;
        const onUndefined = (node) => {
            empty.add(node);
            last = node;
        };
        const onPiece = (node) => {
            if (node.kind === 'value' && node !== last)
                filled.add(node);
            last = undefined;
        };
        fillTemplate(this.template, this.data, { ...this.options, onUndefined, onPiece });
        const positions = new Positions(this.template.source);
        return [...empty]
            .filter((node) => !filled.has(node))
            .map((node) => ({ tag: node.name, ...positions.at(node.offset) }));
    }
}
/** How many tags an error lists. */
const MAX_LISTED = 100;
const MAX_NAME_IN_MESSAGE = 60;
/**
 * Checks for `strict` that every tag has a value.
 *
 * @param texts the filled texts by the request's fields they came from.
 * @throws ServiceError `tag_without_value` that lists the tags for which the data has nothing or null, with field, line and
 *   column: the first hundred, and how many more there are.
 */
export function requireValues(texts) {
    const listed = [];
    let unlisted = 0;
    for (const [field, text] of Object.entries(texts)) {
        const { tags, more } = text.missing(MAX_LISTED - listed.length);
        listed.push(...tags.map((tag) => described(tag, field)));
        unlisted += more;
    }
    if (listed.length === 0)
        return;
    const rest = unlisted === 0 ? '' : ` and ${unlisted} more`;
    throw new ServiceError('tag_without_value', `\`data\` has no value for ${listed.join(', ')}${rest}.`);
}
/** @returns as in "`[[name]]` at html 2:5". */
export function described({ tag, line, column }, field) {
    const name = tag.length > MAX_NAME_IN_MESSAGE ? `${tag.slice(0, MAX_NAME_IN_MESSAGE)}…` : tag;
    return `\`[[${name}]]\` at ${field} ${line}:${column}`;
}
//# sourceMappingURL=filled-text.js.map