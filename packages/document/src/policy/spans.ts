/** Where the nodes of a tree stand in the text that it was parsed from, when the parser was told to note it. */
import { type Attribute, type Element, isText, writtenName } from '../html/tree.js';
import type { Span } from './violation.js';

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
