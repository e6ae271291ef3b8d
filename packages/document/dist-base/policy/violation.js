/** Where something is in a document; and what a check throws at a limit. */
import { MAX_CSS_ERRORS, MAX_CSS_NESTING } from '../css/scan.js';
import { isText, writtenName } from '../html.js';
/** A limit is passed. Internal to the package: `checkDocument` turns it into a `ServiceError` with the location in the caller's text. */
export class Violation extends Error {
    subject;
    fault;
    name = 'Violation';
    /** @param fault completes the sentence that begins with the subject, without the full stop. */
    constructor(subject, fault) {
        super(`${subject.name} ${fault}`);
        this.subject = subject;
        this.fault = fault;
    }
}
/** @returns as in "`img` `src`". */
export const attributeSubject = (element, attr, spans) => ({
    name: `${quoted(element.tagName)} ${quoted(writtenName(attr))}`,
    span: spans.ofAttribute(element, attr),
});
export const elementSubject = (element, spans) => ({
    name: quoted(element.tagName),
    span: spans.ofElement(element),
});
const MAX_NAME_IN_MESSAGE = 60;
/** Names are the caller's, of any length. */
const quoted = (name) => `\`${name.length > MAX_NAME_IN_MESSAGE ? `${name.slice(0, MAX_NAME_IN_MESSAGE)}…` : name}\``;
/** Locations of the nodes of a tree in its source text, when the parser recorded them. */
export class Spans {
    field;
    source;
    constructor(
    /** Of the request. */
    field, source) {
        this.field = field;
        this.source = source;
    }
    /** Of the start tag. */
    ofElement({ sourceCodeLocation: place }) {
        return place ? this.span((place.startTag ?? place).startOffset, (place.startTag ?? place).endOffset) : undefined;
    }
    ofAttribute(element, attr) {
        // The parser records names before it adjusts them to the namespace.
        const place = element.sourceCodeLocation?.attrs?.[writtenName(attr).toLowerCase()];
        return place ? this.span(place.startOffset, place.endOffset) : this.ofElement(element);
    }
    /** Of a range of an element's text. */
    ofText(element, start, end) {
        const place = element.childNodes.find(isText)?.sourceCodeLocation;
        if (!place)
            return this.ofElement(element);
        const first = this.offsetAfter(place.startOffset, start);
        return this.span(first, this.offsetAfter(first, end - start));
    }
    /** The parser replaced CR LF by a line feed. */
    offsetAfter(offset, characters) {
        let at = offset;
        for (let read = 0; read < characters; read++)
            at += this.source.startsWith('\r\n', at) ? 2 : 1;
        return at;
    }
    span(start, end) {
        return { field: this.field, start, end };
    }
}
/** @param subject the element or attribute that holds the CSS; for the request's field its name is `CSS`. */
export const cssViolation = ({ kind }, subject) => new Violation(subject, TOO_COMPLEX[kind]);
const TOO_COMPLEX = {
    nesting: `nests brackets more than ${MAX_CSS_NESTING} levels deep; make it flatter`,
    errors: `holds more than ${MAX_CSS_ERRORS} broken strings or escapes`,
};
/** @returns as in "`url()` in `style`". */
export const cssSubject = (name, where, span) => ({
    name: where === 'CSS' ? `\`${name}\`` : `\`${name}\` in ${where}`,
    span,
});
//# sourceMappingURL=violation.js.map