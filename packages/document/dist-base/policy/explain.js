/** Findings and violations as the caller reads them, with the location in the text that was sent. */
import { ServiceError } from '@toolpress/contract';
import { Positions } from '../template/template.js';
import { Violation } from './violation.js';
/**
 * Runs a check without locations; only when it fails, again with them.
 *
 * @param check throws a Violation.
 * @throws ServiceError `document_too_complex` with the location and the reason of the Violation.
 */
export function explained(sources, check) {
    const violation = violationOf(() => check(false));
    if (!(violation instanceof Violation))
        return violation.result;
    const located = violationOf(() => check(true));
    const { subject, fault } = located instanceof Violation ? located : violation;
    throw new ServiceError('document_too_complex', `${placeOf(subject, sources)} ${fault}.`);
}
/**
 * As `explained`, for a text that was generated.
 *
 * @param place follows the subject in the message.
 */
export function explainedWithin(place, check) {
    const violation = violationOf(check);
    if (!(violation instanceof Violation))
        return violation.result;
    throw new ServiceError('document_too_complex', `${violation.subject.name} ${place} ${violation.fault}.`);
}
function violationOf(check) {
    try {
        return { result: check() };
    }
    catch (error) {
        if (error instanceof Violation)
            return error;
        throw error;
    }
}
/** The findings of a check. Locations take a second one, which is done when somebody wants to read them. */
export class Reports {
    findings;
    sources;
    locate;
    /** The addresses that the browser may ask for in vain: what it asks for has a consequence. */
    addresses;
    /** @param locate finds the same again, with locations. */
    constructor(findings, sources, locate) {
        this.findings = findings;
        this.sources = sources;
        this.locate = locate;
        this.addresses = new Set(findings.list.flatMap(({ address }) => address ?? []));
    }
    /** Whether something is missing that a reader would miss. */
    get lacksContent() {
        return this.findings.list.some(({ kind }) => kind === 'content');
    }
    /** @param asked what the browser has asked for. @returns the findings that have a consequence. */
    read(asked) {
        const matters = ({ address }) => address === undefined || asked.has(address);
        if (!this.findings.list.some(matters))
            return [];
        return this.locate()
            .list.filter(matters)
            .map(({ kind, code, subject, fault }) => {
            const { span } = subject;
            const origin = span && this.sources[span.field] && originOf(this.sources[span.field], span);
            const position = origin && { line: origin.line, column: origin.column };
            return { kind, code, message: `${placeOf(subject, this.sources)} ${fault}.`, ...position };
        });
    }
}
export const textOf = (source) => (typeof source === 'string' ? source : source.text);
/** For what appears only when wrong nesting is corrected. */
const NOWHERE = 'between wrongly nested elements';
/** @returns "`img` `src` at html 12:5", followed by "from `[[logo]]`" when it comes from a tag. */
function placeOf({ name, span }, sources) {
    const source = span && sources[span.field];
    if (span === undefined || source === undefined)
        return `${name} ${NOWHERE}`;
    const { line, column, tag } = originOf(source, span);
    const from = tag === undefined ? '' : ` from \`[[${tag}]]\``;
    return `${name} at ${span.field} ${line}:${column}${from}`;
}
function originOf(source, { start, end }) {
    return typeof source === 'string' ? new Positions(source).at(start) : source.originOf(start, end);
}
/** @param locate finds the same images again, with their locations. */
export function remoteImages(found, sources, locate) {
    let located;
    const place = (image) => {
        located ??= locate();
        const { subject } = located.find(({ url }) => url === image.url) ?? image;
        return placeOf(subject, sources);
    };
    return found.map((image) => ({
        url: image.url,
        get place() {
            return place(image);
        },
    }));
}
//# sourceMappingURL=explain.js.map