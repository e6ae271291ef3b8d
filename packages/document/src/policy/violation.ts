/** What a check says when it finds something that documents may not hold. */
import { type CssFault, MAX_CSS_ERRORS, MAX_CSS_NESTING } from '../css/forbidden.js';
import { type Attribute, type Element, isText, writtenName } from '../html.js';

/** A stretch of one of the texts that were checked. */
export interface Span {
  /** The request's field: `html`, `css`, … */
  readonly field: string;
  /** Offset of the first character. */
  readonly start: number;
  /** Offset after the last one. */
  readonly end: number;
}

/** Something in a document: what it is, as in "`img` `src`", and where, when that is known. */
export interface Subject {
  readonly name: string;
  readonly span?: Span | undefined;
}

/** Never leaves the package: `checkDocument` makes a `ServiceError` of it, with the place in the sender's text. */
export class Violation extends Error {
  override readonly name = 'Violation';

  /** @param fault the rest of the sentence that the subject begins, without the full stop. */
  constructor(
    readonly subject: Subject,
    readonly fault: string,
    readonly code: 'content_forbidden' | 'document_too_complex' = 'content_forbidden',
  ) {
    super(`${subject.name} ${fault}`);
  }
}

/** @returns as in "`img` `src`". */
export const attributeSubject = (element: Element, attr: Attribute, spans: Spans): Subject => ({
  name: `${quoted(element.tagName)} ${quoted(writtenName(attr))}`,
  span: spans.ofAttribute(element, attr),
});

export const elementSubject = (element: Element, spans: Spans): Subject => ({
  name: quoted(element.tagName),
  span: spans.ofElement(element),
});

const MAX_NAME_IN_MESSAGE = 60;

/** Names are the sender's own, of any length. */
const quoted = (name: string): string =>
  `\`${name.length > MAX_NAME_IN_MESSAGE ? `${name.slice(0, MAX_NAME_IN_MESSAGE)}…` : name}\``;

/** Where the nodes of a tree stand in the text that it was parsed from, when the parser was told to note it. */

/** As it is written in the parser's notes, which are from before it knew of namespaces. */
const notedName = (attr: Attribute): string => writtenName(attr).toLowerCase();

export class Spans {
  constructor(
    /** Of the request. */
    private readonly field: string,
    private readonly source: string,
  ) {}

  /** Of the start tag. */
  ofElement({ sourceCodeLocation: place }: Element): Span | undefined {
    return place ? this.span((place.startTag ?? place).startOffset, (place.startTag ?? place).endOffset) : undefined;
  }

  ofAttribute(element: Element, attr: Attribute): Span | undefined {
    const place = element.sourceCodeLocation?.attrs?.[notedName(attr)];
    return place ? this.span(place.startOffset, place.endOffset) : this.ofElement(element);
  }

  /** Of a stretch of the text that stands in an element. */
  ofText(element: Element, start: number, end: number): Span | undefined {
    const place = element.childNodes.find(isText)?.sourceCodeLocation;
    if (!place) return this.ofElement(element);
    const first = this.offsetAfter(place.startOffset, start);
    return this.span(first, this.offsetAfter(first, end - start));
  }

  /** The parser made one line feed of CR LF. */
  private offsetAfter(offset: number, characters: number): number {
    let at = offset;
    for (let read = 0; read < characters; read++) at += this.source.startsWith('\r\n', at) ? 2 : 1;
    return at;
  }

  private span(start: number, end: number): Span {
    return { field: this.field, start, end };
  }
}

/** What is said about CSS that may not be. */

/**
 * @param subject what the CSS stands in, such as "`p` `style`", and where the fault, or the whole, is. A sheet that is a field
 *   of the request stands in nothing: its name is `CSS`.
 */
export function cssViolation({ kind, name }: CssFault, { name: where, span }: Subject): Violation {
  if (kind !== 'loads') return new Violation({ name: where, span }, TOO_COMPLEX[kind], 'document_too_complex');
  const what = where === 'CSS' ? `\`${name}\`` : `\`${name}\` in ${where}`;
  return new Violation({ name: what, span }, `is not allowed: ${HINTS[name] ?? LOADS_NOTHING}`);
}

const TOO_COMPLEX: Readonly<Record<Exclude<CssFault['kind'], 'loads'>, string>> = {
  nesting: `nests brackets more than ${MAX_CSS_NESTING} levels deep; make it flatter`,
  errors: `holds more than ${MAX_CSS_ERRORS} broken strings or escapes`,
};

const LOADS_NOTHING = 'CSS may not load anything; for an image, use an `img` element';

const HINTS: Readonly<Record<string, string>> = {
  '@import': 'CSS may not load anything; put the sheet’s text in its place',
  'attr()': 'as this type, it could load what an attribute says',
};
