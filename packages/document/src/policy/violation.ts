/** Places in a document, and the error of a check at a limit. */
import { indexOfFirst } from '@toolpress/template';
import { MAX_CSS_ERRORS } from '../css/scan.js';
import type { CssFault } from '../css/scanned-css.js';
import { MAX_CSS_NESTING } from '../css/tokens.js';
import { type Attribute, type Element, isText, writtenName } from '../html.js';

/** A range of one of the texts that were checked. */
export interface Span {
  /** The request's field: `html`, `css`, … */
  readonly field: string;
  /** Offset of the first character. */
  readonly start: number;
  /** The offset after the last character. */
  readonly end: number;
}

/** Something in a document, such as "`img` `src`", and its location if known. */
export interface Subject {
  readonly name: string;
  readonly span?: Span | undefined;
}

/** Thrown beyond a limit. Internal to the package: `checkDocument` turns it into a `ServiceError` with the caller's position. */
export class Violation extends Error {
  override readonly name = 'Violation';

  /** @param fault the predicate of a sentence that begins with the subject, without a full stop. */
  constructor(
    readonly subject: Subject,
    readonly fault: string,
  ) {
    super(`${subject.name} ${fault}`);
  }
}

/** Returns the subject for an attribute: "`img` `src`". */
export const attributeSubject = (element: Element, attr: Attribute, spans: Spans | undefined): Subject => ({
  name: `${quoted(element.tagName)} ${quoted(writtenName(attr))}`,
  span: spans?.ofAttribute(element, attr),
});

export const elementSubject = (element: Element, spans: Spans | undefined): Subject => ({
  name: quoted(element.tagName),
  span: spans?.ofElement(element),
});

const MAX_NAME_IN_MESSAGE = 60;

/** Quotes and shortens a name of the caller. */
const quoted = (name: string): string =>
  `\`${name.length > MAX_NAME_IN_MESSAGE ? `${name.slice(0, MAX_NAME_IN_MESSAGE)}…` : name}\``;

/** Locations of the nodes of a tree in its source text, when the parser recorded them. */
export class Spans {
  private pairs: readonly number[] | undefined;

  constructor(
    /** The field of the request. */
    private readonly field: string,
    private readonly source: string,
  ) {}

  /** Returns the span of the start tag. */
  ofElement({ sourceCodeLocation: place }: Element): Span | undefined {
    return place ? this.span((place.startTag ?? place).startOffset, (place.startTag ?? place).endOffset) : undefined;
  }

  ofAttribute(element: Element, attr: Attribute): Span | undefined {
    // The parser records names before it adjusts them to the namespace.
    const place = element.sourceCodeLocation?.attrs?.[writtenName(attr).toLowerCase()];
    return place ? this.span(place.startOffset, place.endOffset) : this.ofElement(element);
  }

  /** Returns the span of a range of an element's text. */
  ofText(element: Element, start: number, end: number): Span | undefined {
    const place = element.childNodes.find(isText)?.sourceCodeLocation;
    if (!place) return this.ofElement(element);
    const { startOffset } = place;
    return this.span(this.offsetAfter(startOffset, start), this.offsetAfter(startOffset, end));
  }

  /** The parser replaced CR LF by a line feed. */
  private offsetAfter(offset: number, characters: number): number {
    const pairs = this.pairsOfLineEnds;
    const before = (index: number): number => (pairs[index] ?? 0) - index;
    const first = indexOfFirst(pairs.length, (index) => (pairs[index] ?? 0) >= offset);
    // A pair counts as one character.
    const next = indexOfFirst(pairs.length, (index) => index >= first && before(index) + first - offset >= characters);
    return offset + characters + (next - first);
  }

  /** Offsets of all CR LF. */
  private get pairsOfLineEnds(): readonly number[] {
    if (this.pairs !== undefined) return this.pairs;
    const pairs: number[] = [];
    for (let at = this.source.indexOf('\r\n'); at >= 0; at = this.source.indexOf('\r\n', at + 2)) pairs.push(at);
    this.pairs = pairs;
    return pairs;
  }

  private span(start: number, end: number): Span {
    return { field: this.field, start, end };
  }
}

/** @param subject the element or attribute that holds the CSS; for the request's field its name is `CSS`. */
export const cssViolation = ({ kind }: CssFault, subject: Subject): Violation =>
  new Violation(subject, TOO_COMPLEX[kind]);

const TOO_COMPLEX: Readonly<Record<CssFault['kind'], string>> = {
  nesting: `nests brackets more than ${MAX_CSS_NESTING} levels deep; make it flatter`,
  errors: `contains more than ${MAX_CSS_ERRORS} broken strings or escapes`,
};

/** Returns the subject for CSS: "`url()` in `style`". */
export const cssSubject = (name: string, where: string, span: Span | undefined): Subject => ({
  name: where === 'CSS' ? `\`${name}\`` : `\`${name}\` in ${where}`,
  span,
});
