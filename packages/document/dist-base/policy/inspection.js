/** Walks the tree of a document once: takes out what is not allowed and what has no effect, and collects findings and images. */
import { ServiceError } from '@toolpress/contract';
import { withoutPageDeclarations } from '../css/page-rules.js';
import { isPlainDeclarations, scanCss } from '../css/scan.js';
import { attribute, isElement, isHtml, isSvg, isText, ownText, replaceText, styleElement, } from '../html.js';
import { ImageCollector } from '../images/collector.js';
import { isLink, isProse, isRemoved, linkAddress } from './attribute-rules.js';
import { isForPaper, isStylesheetLink, ruleOf } from './element-rules.js';
import { FontFallbackNotes } from './font-fallback.js';
import { atRuleMayChangePage, mayChangePage } from './page-state.js';
import { scriptKind } from './scripts.js';
import { WrittenElements } from './unfilled.js';
import { attributeSubject, cssSubject, cssViolation, elementSubject } from './violation.js';
/** Chromium itself flattens deeper nesting. */
export const MAX_NESTING = 500;
/**
 * One walk over one tree, which it changes: afterwards nothing in it runs, loads or links but the images found and allowed
 * links. Time is linear in the size of the tree; the stack does not grow with its depth.
 */
export class Inspection {
    options;
    title;
    language;
    /** See `CheckedDocument`. */
    changesPage = false;
    /** How many placeholders are in ordinary texts. */
    marksInText = 0;
    fonts = new FontFallbackNotes();
    collector;
    levels = [];
    cssRules;
    written = new WrittenElements();
    constructor(options) {
        this.options = options;
        this.collector = new ImageCollector(options.spans, options.findings);
        const { hasFont, findings } = options;
        this.cssRules = { hasFont, issue: findings.issue, isIssued: findings.isIssued };
    }
    /** The remote images, each once, in the order of the document. */
    get images() {
        return this.collector.images;
    }
    /** @throws Violation for a sheet that is too complex; ServiceError for a document that is too deep. */
    run(root) {
        this.enter(root, this.fonts.language(this.options.language ?? ''));
        for (let level = this.levels.at(-1); level !== undefined; level = this.levels.at(-1)) {
            const node = level.nodes[level.next++];
            if (node === undefined)
                this.leave(level);
            else if (isElement(node))
                this.visit(node, level);
            else
                this.take(node, level);
        }
        const empty = this.written.firstEmpty(root);
        if (empty)
            this.warn(empty, { code: 'script_not_run', because: LEFT_EMPTY });
    }
    take(node, { keep: { parent, nodes }, language }) {
        nodes?.push(node);
        if (!isText(node) || parent.nodeName === 'style')
            return;
        this.fonts.text(node.value, language);
        const { countMarks } = this.options;
        if (countMarks)
            this.marksInText += countMarks(node.value);
    }
    enter(parent, language) {
        if (parent.childNodes.length > 0)
            this.push(parent.childNodes, { parent, nodes: undefined }, language);
    }
    push(nodes, keep, language) {
        if (this.levels.length > MAX_NESTING)
            throw tooDeep();
        this.levels.push({ nodes, next: 0, keep, language });
    }
    leave({ keep: { parent, nodes } }) {
        this.levels.pop();
        if (nodes !== undefined)
            parent.childNodes = nodes;
    }
    visit(element, level) {
        if (isStylesheetLink(element)) {
            this.put(this.linkedSheets(element), level);
            return;
        }
        const rule = ruleOf(element);
        if (rule?.treatment === 'refused')
            this.refuse(this.subjectOf(element), `is not allowed: ${rule.because}`);
        if (element.tagName === 'script')
            this.inspectScript(element);
        if (rule?.treatment === 'refused' || rule?.treatment === 'removed' || rule?.treatment === 'unwrapped') {
            level.keep.nodes ??= level.nodes.slice(0, level.next - 1);
            if (rule.treatment === 'unwrapped')
                this.unwrap(element, level);
            return;
        }
        if (rule?.treatment === 'warned')
            this.warn(element, rule);
        if (rule?.treatment === 'text')
            becomePre(element);
        const imports = this.inspect(element);
        if (imports.length > 0)
            this.put(imports, level);
        level.keep.nodes?.push(element);
        const language = this.languageOf(element) ?? level.language;
        this.fonts.element(element.tagName, language);
        for (const { name, value } of element.attrs)
            if (name !== 'style')
                this.fonts.text(value, language);
        this.enter(element, language);
    }
    /** Puts elements where the one at hand stands. */
    put(sheets, level) {
        level.keep.nodes ??= level.nodes.slice(0, level.next - 1);
        for (const { css, media } of sheets) {
            const element = styleElement(css, media);
            element.parentNode = level.keep.parent;
            level.keep.nodes.push(element);
        }
    }
    linkedSheets(link) {
        const href = attribute(link, 'href');
        if (href === undefined || !isForPaper(link))
            return [];
        const media = attribute(link, 'media')?.value.trim() ?? '';
        return this.options.stylesheets.linked(href.value, media, attributeSubject(link, href, this.options.spans));
    }
    languageOf(element) {
        if (element.attrs.length === 0)
            return undefined;
        const tag = element.attrs.find(({ name, prefix }) => name === 'lang' && prefix === 'xml') ?? attribute(element, 'lang');
        return tag && this.fonts.language(tag.value);
    }
    unwrap(element, { keep, language }) {
        for (const child of element.childNodes)
            child.parentNode = keep.parent;
        this.push(element.childNodes, keep, language);
    }
    /** @returns the sheets that it imports. */
    inspect(element) {
        if (element.attrs.length > 0)
            this.inspectAttributes(element);
        this.changesPage ||= mayChangePage(element);
        if (isHtml(element))
            this.collector.take(element);
        if (element.tagName === 'style')
            return this.inspectSheet(element);
        if (element.tagName === 'title' && isHtml(element))
            this.title ??= ownText(element);
        else if (element.tagName === 'html')
            this.language ??= attribute(element, 'lang')?.value;
        return [];
    }
    inspectAttributes(element) {
        const stay = element.attrs.filter((attr) => !isRemoved(element, attr) && this.mayStay(element, attr));
        if (stay.length < element.attrs.length)
            element.attrs = stay;
    }
    mayStay(element, attr) {
        if (attr.name === 'href')
            return this.inspectReference(element, attr);
        if (attr.name === 'style' || (isSvg(element) && !isProse(attr)))
            this.inspectDeclarations(element, attr);
        return true;
    }
    inspectReference(element, attr) {
        if (isLink(element)) {
            attr.value = linkAddress(attr.value);
            return true;
        }
        if (!isSvg(element))
            return true; // has no meaning
        const pointsIntoDocument = attr.value.trimStart().startsWith('#');
        if (element.tagName === 'image' || (element.tagName === 'feImage' && !pointsIntoDocument))
            return this.collector.takeAttribute(element, attr);
        if (!pointsIntoDocument)
            this.refuse(attributeSubject(element, attr, this.options.spans), OTHER_FILE);
        return pointsIntoDocument;
    }
    inspectDeclarations(element, attr) {
        this.fonts.css(attr.value);
        if (isPlainDeclarations(attr.value))
            return;
        const { name, span } = attributeSubject(element, attr, this.options.spans);
        attr.value = this.scanned(attr.value, { name, span }, () => span).css;
    }
    inspectSheet(element) {
        const css = ownText(element);
        const { spans, pageProperties, stylesheets } = this.options;
        const spanOf = ({ start, end }) => spans.ofText(element, start, end);
        const scan = this.scanned(css, { name: '`style`', span: undefined }, spanOf);
        this.fonts.css(css);
        const media = attribute(element, 'media')?.value.trim() ?? '';
        const subjectOf = (range) => cssSubject('@import', '`style`', spanOf(range));
        const imports = isSvg(element) ? [] : stylesheets.imported(scan.imports, media, subjectOf);
        const stays = withoutPageDeclarations(scan.css, pageProperties);
        if (stays !== css || element.childNodes.length > 1)
            replaceText(element, stays);
        return imports;
    }
    /** @returns CSS that loads nothing. @throws Violation for one that is too complex. */
    scanned(css, where, spanOf) {
        const scan = scanCss(css, this.cssRules);
        if (scan.fault)
            throw cssViolation(scan.fault, { name: where.name, span: spanOf(scan.fault) });
        this.options.findings.addCss(scan, (name, range) => cssSubject(name, where.name, spanOf(range)));
        for (const name of scan.atRules)
            this.changesPage ||= atRuleMayChangePage(name);
        return scan;
    }
    inspectScript(script) {
        const kind = scriptKind(script);
        if (kind === undefined) {
            this.written.add(script);
            return;
        }
        const fault = `is not run, so that ${kind.draws} may be missing: ${kind.instead}`;
        const { code = 'script_not_run' } = kind;
        this.options.findings.notice(`script ${kind.draws}`, { code, subject: this.subjectOf(script), fault });
    }
    warn(element, { code = 'markup_ignored', because }) {
        const fault = `${code === 'markup_ignored' ? 'means nothing' : 'is empty'}: ${because}`;
        this.options.findings.notice(`element ${because}`, { code, subject: this.subjectOf(element), fault });
    }
    subjectOf(element) {
        return elementSubject(element, this.options.spans);
    }
    refuse(subject, fault) {
        this.options.findings.add({ kind: 'content', code: 'content_blocked', subject, fault });
    }
}
const LEFT_EMPTY = 'a script would have filled it, and scripts never run; send it filled, or fill it by `data`';
const OTHER_FILE = 'points into another file; only `#name` is allowed, for what is in the same document';
/** A `pre` drops a line feed at its beginning, as a `listing` does, the others do not. */
function becomePre(element) {
    const text = ownText(element);
    if (element.tagName !== 'listing' && text.startsWith('\n'))
        replaceText(element, `\n${text}`);
    element.tagName = 'pre';
    element.nodeName = 'pre';
}
/** Not a Violation: a location would not help, and finding it would take long. */
const tooDeep = () => new ServiceError('document_too_complex', `The document nests elements more than ${MAX_NESTING} levels deep; make it flatter.`);
//# sourceMappingURL=inspection.js.map