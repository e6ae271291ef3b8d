import { IGNORED_CSS } from '../css/print-css.js';
import { DRAWING_FUNCTIONS } from '../css/scan.js';
/** More are not kept: nobody reads them, and a document of a million faults is not held a second time. */
const MAX_KEPT = 10_000;
const MAX_FAMILY_IN_MESSAGE = 60;
const shortened = (family) => family.length <= MAX_FAMILY_IN_MESSAGE ? family : `${family.slice(0, MAX_FAMILY_IN_MESSAGE)}…`;
/** The findings of one document, in the order of the check. */
export class Findings {
    source;
    list = [];
    addresses = new Map();
    issued = new Set();
    /** Addresses that have a finding. */
    known = new Set();
    /** What was noticed already. */
    said = new Set();
    /** @param source a part of the addresses that it issues: no two texts of a document may have the same. */
    constructor(source) {
        this.source = source;
    }
    add(finding) {
        if (this.list.length < MAX_KEPT)
            this.list.push(finding);
    }
    /** Adds what is said once of a document, however often it is there. @param what tells it from others. */
    notice(what, finding) {
        if (this.said.has(what))
            return;
        this.said.add(what);
        this.add({ kind: 'notice', ...finding });
    }
    /** @returns the address that stands for a resource of a sheet: one for each that is written, or for each family. */
    issue = ({ target, family }) => {
        const key = family === undefined ? ` ${target}` : family.toLowerCase();
        const known = this.addresses.get(key);
        if (known !== undefined)
            return known;
        const address = `https://${this.source}${this.addresses.size + 1}.invalid/`;
        this.addresses.set(key, address);
        this.issued.add(address);
        return address;
    };
    isIssued = (address) => this.issued.has(address);
    /**
     * Notes what was found in a sheet or in declarations.
     *
     * @param subjectOf names a part of it: "`url()` in `style`", with its place.
     */
    addCss({ resources, ignored }, subjectOf) {
        for (const resource of resources) {
            const { address, family } = resource;
            if (address !== undefined && this.known.has(address))
                continue;
            if (address !== undefined)
                this.known.add(address);
            if (address !== undefined)
                this.issued.add(address);
            const name = family === undefined ? resource.name : `@font-face ${shortened(family)}`;
            const subject = subjectOf(name, resource);
            if (DRAWING_FUNCTIONS.has(resource.name.slice(0, -2)))
                this.noticeDrawing(resource.name, subject);
            else
                this.add(cssFinding(resource, subject));
        }
        for (const { kind, name, start, end } of ignored) {
            const fault = `is ignored: ${IGNORED_CSS[kind].instead}`;
            this.notice(`css ${kind}`, { code: 'css_ignored', subject: subjectOf(name, { start, end }), fault });
        }
    }
    noticeDrawing(name, subject) {
        const draws = DRAWS[name];
        const fault = `draws nothing on paper: ${draws ?? NO_SCRIPTS}`;
        this.notice(draws ? 'css running' : `css ${name}`, { code: 'css_ignored', subject, fault });
    }
}
function cssFinding({ name, family, address }, subject) {
    const common = { subject, ...(address !== undefined && { address }) };
    if (family !== undefined) {
        const fault = `is not loaded: send the font to \`PUT /api/fonts/{name}\`, or name one of the families in docs/fonts.md`;
        return { ...common, kind: 'style', code: 'font_unavailable', fault };
    }
    return { ...common, kind: 'style', code: 'style_blocked', fault: `is not loaded: ${LOADS[name] ?? LOADS_NOTHING}` };
}
const NO_SCRIPTS = 'scripts never run; use an `svg` or `img` element';
const DRAWS = { 'element()': IGNORED_CSS.running.instead };
const LOADS_NOTHING = 'CSS may not load anything; for an image, use an `img` element';
const LOADS = { 'attr()': 'as this type, it could load what an attribute says' };
//# sourceMappingURL=findings.js.map