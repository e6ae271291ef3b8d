/** Fills a template with data. */
import { ServiceError } from '@toolpress/contract';
import { Positions, } from './template.js';
const DEFAULT_MAX_LENGTH = 20 * 1024 * 1024;
const DEFAULT_MAX_STEPS = 5_000_000;
/**
 * Fills a template. Inserted values are not searched for tags.
 *
 * Texts, numbers, `true` and `false` print as they are, an object or a list as JSON; null and missing values print
 * nothing. Only the data's own fields count, never inherited ones.
 *
 * @param data as the request carries it, nested no deeper than the contract's `MAX_JSON_DEPTH`.
 * @throws ServiceError `template_invalid` when a limit is reached, naming it.
 */
export function fillTemplate(template, data, options = {}) {
    return new Filling(template, data ?? null, options).run();
}
class Filling {
    template;
    options;
    parts = [];
    length = 0;
    steps = 0;
    /** The data, and the items of the sections that are being filled. */
    context;
    language;
    maxLength;
    maxSteps;
    reported = new Set();
    positions;
    constructor(template, data, options) {
        this.template = template;
        this.options = options;
        this.context = [data];
        this.language = options.escape ?? 'html';
        this.maxLength = options.maxLength ?? DEFAULT_MAX_LENGTH;
        this.maxSteps = options.maxSteps ?? DEFAULT_MAX_STEPS;
    }
    run() {
        this.fill(this.template.nodes);
        return this.parts.join('');
    }
    fill(nodes) {
        for (const node of nodes) {
            this.spend(1);
            if (node.kind === 'text')
                this.print(node.text, node);
            else if (node.kind === 'value')
                this.fillValue(node);
            else
                this.fillSection(node);
        }
    }
    fillValue(node) {
        const value = this.find(node.path);
        if (value === undefined || value === null)
            this.reportMissing(node);
        const isTag = value !== undefined || node.path.certain;
        if (value === undefined && isTag)
            this.options.onUndefined?.(node);
        this.print(isTag ? this.escaped(node, textOf(value)) : node.written, node);
    }
    /** Values in `css` are always escaped: unescaped text could leave its declaration. */
    escaped(node, text) {
        if (this.language === 'css')
            return escapeCss(text);
        if (node.raw)
            return text;
        return this.template.inStyle.has(node) ? escapeCss(text) : escapeHtml(text);
    }
    fillSection({ path, inverted, nodes }) {
        const items = itemsOf(this.find(path));
        if (!inverted)
            this.fillItems(items, nodes);
        else if (items.length === 0)
            this.fill(nodes);
    }
    fillItems(items, nodes) {
        for (const item of items) {
            this.spend(1);
            this.context.push(item);
            this.fill(nodes);
            this.context.pop();
        }
    }
    /**
     * Mustache: the first name is searched from the innermost section outwards, the others only in the value of the name before.
     *
     * @returns undefined when there is nothing at the path.
     */
    find({ names, fromCurrent }) {
        const [first, ...rest] = names;
        if (first === undefined)
            return this.context.at(-1);
        let value = fromCurrent ? property(this.context.at(-1), first) : this.search(first);
        for (const name of rest)
            value = property(value, name);
        this.spend(rest.length);
        return value;
    }
    search(name) {
        let value;
        let depth = this.context.length;
        while (value === undefined && depth > 0)
            value = property(this.context[--depth], name);
        this.spend(this.context.length - depth);
        return value;
    }
    print(text, node) {
        this.options.onPiece?.(node, text.length);
        this.length += text.length;
        if (this.length > this.maxLength)
            throw this.overLimit(`would be longer than ${this.maxLength} characters when filled`);
        this.parts.push(text);
    }
    spend(steps) {
        this.steps += steps;
        if (this.steps > this.maxSteps)
            throw this.overLimit(`takes more than ${this.maxSteps} steps to fill; its sections repeat too often`);
    }
    overLimit(fault) {
        return new ServiceError('template_invalid', `\`${this.options.field ?? this.language}\` ${fault}.`);
    }
    reportMissing(node) {
        const { onMissing } = this.options;
        if (onMissing === undefined || this.reported.has(node))
            return;
        this.reported.add(node);
        this.positions ??= new Positions(this.template.source);
        onMissing({ tag: node.name, ...this.positions.at(node.offset) });
    }
}
const INDEX = /^(?:0|[1-9]\d*)$/;
/** Own properties only: nothing inherited, nor the length of a list or a text. */
function property(value, name) {
    if (typeof value !== 'object' || value === null)
        return undefined;
    if (Array.isArray(value))
        return INDEX.test(name) ? value[Number(name)] : undefined;
    return Object.hasOwn(value, name) ? value[name] : undefined;
}
function textOf(value) {
    if (value === undefined || value === null)
        return '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
/**
 * The items that a section is filled for. Mustache leaves to the host language which values other than lists are true
 * (`!!data`): in JavaScript `0` and the empty text are not, as in mustache.js.
 */
function itemsOf(value) {
    if (Array.isArray(value))
        return value;
    return value ? [value] : [];
}
const HTML_ESCAPES = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
};
/** Enough for text and for quoted attributes. An unquoted attribute ends at a blank: templates have to quote attributes. */
const escapeHtml = (text) => text.replace(/[&<>"']/g, (character) => HTML_ESCAPES[character] ?? character);
/**
 * Names, numbers, hexadecimal colours, lists and non-ASCII text pass; every other character becomes a CSS escape (`;` is
 * `\3b `), which is part of a name or a string and never ends a declaration or opens a function or a comment. The blank
 * belongs to the escape: it separates a digit that follows.
 */
const escapeCss = (text) => text.replace(/[^A-Za-z0-9 .,%#\-+_\u0080-\uffff]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `);
//# sourceMappingURL=fill.js.map