/**
 * Checks a document against the content policy and completes it for printing. The serialised tree of a real parser is
 * printed, never the raw text: the browser gets exactly what was checked.
 */
import { defaultTreeAdapter as tree } from 'parse5';
import { withoutPageDeclarations } from './css/page-rules.js';
import { scanCss } from './css/scan.js';
import { DocumentFiles } from './files.js';
import { OUR_FAMILIES } from './fonts/families.js';
import { isElement, styleElement } from './html.js';
import { explained, Reports, remoteImages, textOf } from './policy/explain.js';
import { Findings } from './policy/findings.js';
import { normalForm } from './policy/normal-form.js';
import { atRuleMayChangePage } from './policy/page-state.js';
import { Stylesheets } from './policy/stylesheets.js';
import { cssSubject, cssViolation } from './policy/violation.js';
/** A document that brings nothing along, on a service without a network. */
export const NO_RESOURCES = {
    files: new DocumentFiles(),
    families: OUR_FAMILIES,
    fetched: () => ({ fault: 'is not loaded' }),
};
/**
 * The whole policy is in `docs/document-policy.md`.
 *
 * @throws ServiceError `document_too_complex` beyond a limit. What is not allowed is taken out, and in the reports.
 */
export function checkDocument(parts, resources = {}) {
    const { html, css = '' } = parts;
    const sources = { html, css };
    const all = { ...NO_RESOURCES, ...resources };
    const check = (located) => checkParts(parts, all, sources, located);
    const { images, title, language, findings, wantedSheets, ...checked } = explained(sources, check);
    return {
        html: checked.html,
        images: remoteImages(images, sources, () => check(true).images),
        changesPage: checked.changesPage,
        reports: new Reports(findings, sources, () => check(true).findings),
        wantedSheets,
        ...(checked.fonts && { fonts: checked.fonts }),
        ...(tidy(title) && { title: tidy(title) }),
        ...(language?.trim() && { language: language.trim() }),
    };
}
function checkParts({ html, css = '', page = {} }, resources, sources, located) {
    const pageProperties = propertiesOf(page);
    const findings = new Findings('d');
    const stylesheets = new Stylesheets(resources, { findings, pageProperties, sources });
    const text = textOf(css);
    const { has: hasFont } = resources.families;
    const scan = scanCss(text, { issue: findings.issue, hasFont });
    if (scan.fault)
        throw cssViolation(scan.fault, { name: 'CSS', span: spanInCss(scan.fault) });
    const subjectOf = (name, range) => cssSubject(name, 'CSS', spanInCss(range));
    findings.addCss(scan, subjectOf);
    const complete = (document) => {
        const imports = stylesheets.imported(scan.imports, '', (range) => subjectOf('@import', range));
        const own = [withoutPageDeclarations(scan.css, pageProperties), pageRule(page)].map((sheet) => ({ css: sheet }));
        appendSheets(document, [...imports, ...own]);
    };
    const options = { field: 'html', located, pageProperties, css: text, findings, stylesheets, hasFont, complete };
    const checked = normalForm(textOf(html), { extent: 'document', ...options });
    return { ...checked, changesPage: checked.changesPage || [...scan.atRules].some(atRuleMayChangePage) };
}
const spanInCss = ({ start, end }) => ({ field: 'css', start, end });
const propertiesOf = (page) => ['size', 'margin'].filter((property) => page[property] !== undefined);
function pageRule(page) {
    const declarations = propertiesOf(page).map((property) => `${property}: ${page[property]}`);
    return declarations.length === 0 ? '' : `@page { ${declarations.join('; ')} }`;
}
/**
 * At the end of the head: after the document's own sheets, and where no `:last-child` of the body counts them. Each is an
 * element of its own, so that a syntax error in one does not affect the next.
 */
function appendSheets(document, sheets) {
    const head = headOf(document);
    for (const { css, media } of sheets)
        if (css !== '')
            tree.appendChild(head, styleElement(css, media));
}
function headOf(document) {
    const root = document.childNodes.find(isElement);
    const head = root?.childNodes.find(isElement);
    if (head === undefined)
        throw new Error('the parser gave a document without a head');
    return head;
}
const tidy = (title) => title?.replace(/\s+/g, ' ').trim() ?? '';
//# sourceMappingURL=check-document.js.map