/** Checks a page header or footer against the content policy. */
import { randomBytes } from 'node:crypto';
import { ServiceError } from '@toolpress/contract';
import { NO_RESOURCES } from './check-document.js';
import { explained, explainedWithin, Reports, remoteImages, textOf } from './policy/explain.js';
import { Findings } from './policy/findings.js';
import { normalForm } from './policy/normal-form.js';
import { Stylesheets } from './policy/stylesheets.js';
/** Of a header or footer that is checked again for each page, all pages together: some hundred milliseconds. */
export const MAX_NUMBERED_CHARACTERS = 5_000_000;
/**
 * Tags of a whole document (`html`, `head`, `body`) are dropped. `@page` rules lose their size and margins, which the document
 * decides.
 *
 * @throws as `checkDocument` does; the messages name the field.
 */
export function checkFragment(html, field, { numbers = new PageNumbers(), language, resources = {} } = {}) {
    const countMarks = (text) => numbers.countIn(text);
    const sources = { [field]: html };
    const all = { ...NO_RESOURCES, ...resources };
    const pageProperties = ['size', 'margin'];
    const check = (located) => {
        const findings = new Findings(field.charAt(0));
        const stylesheets = new Stylesheets(all, { findings, pageProperties, sources });
        const hasFont = all.families.has;
        const options = { field, located, pageProperties, countMarks, language, findings, stylesheets, hasFont };
        return normalForm(textOf(html), { extent: 'part', ...options });
    };
    const checked = explained(sources, check);
    const { html: filled, marksInText, images, changesPage, fonts, findings, wantedSheets } = checked;
    return {
        on: marksInText === numbers.countIn(filled)
            ? (page, pages) => numbers.on(filled, page, pages)
            : checkedAgain(filled, field, numbers, findings, all),
        length: filled.length,
        images: remoteImages(images, sources, () => check(true).images),
        changesPage,
        wantedSheets,
        reports: new Reports(findings, sources, () => check(true).findings),
        ...(fonts && { fonts }),
    };
}
/**
 * Numbers in texts are harmless. In CSS, names or attributes they may change the meaning of what is around them: `\7` and `5` is
 * `u`. Such a fragment is checked again with the numbers of each page.
 */
function checkedAgain(html, field, numbers, findings, resources) {
    const checkedBefore = new Map();
    let characters = 0;
    const stylesheets = new Stylesheets(resources, { findings, pageProperties: [], sources: {} });
    const options = { field, findings, stylesheets, hasFont: resources.families.has };
    return (page, pages) => {
        const numbered = numbers.on(html, page, pages);
        const before = checkedBefore.get(numbered);
        if (before !== undefined)
            return before;
        characters += numbered.length;
        if (characters > MAX_NUMBERED_CHARACTERS)
            throw tooLarge(field);
        const place = `in ${field} where \`[[page]]\` is ${page} and \`[[pages]]\` is ${pages}`;
        const known = findings.list.length;
        const checked = explainedWithin(place, () => normalForm(numbered, { extent: 'part', ...options }));
        const found = findings.list.slice(known).find(({ kind }) => kind !== 'notice');
        if (found)
            throw new ServiceError('content_forbidden', `${found.subject.name} ${place} ${found.fault}.`);
        checkedBefore.set(numbered, checked.html);
        return checked.html;
    };
}
const tooLarge = (field) => new ServiceError('document_too_complex', `\`${field}\` is too large to have \`[[page]]\` or \`[[pages]]\` in CSS or attributes; make it smaller, or have them in texts only.`);
/**
 * `[[page]]` and `[[pages]]` of headers and footers, whose values are known only after printing: a header is filled and checked
 * with random placeholders.
 */
export class PageNumbers {
    page = `n${randomBytes(12).toString('hex')}`;
    pages = `n${randomBytes(12).toString('hex')}`;
    /** The data that fills a header or footer: the caller's, with `page` and `pages` replaced. */
    fillWith(data) {
        return { ...data, page: this.page, pages: this.pages };
    }
    /** @returns how many placeholders a filled text holds. */
    countIn(text) {
        return text.split(this.page).length + text.split(this.pages).length - 2;
    }
    /** @returns a filled text for one page of so many. */
    on(text, page, pages) {
        return text.replaceAll(this.page, String(page)).replaceAll(this.pages, String(pages));
    }
}
//# sourceMappingURL=check-fragment.js.map