/** What a check says when it finds something that documents may not hold. */

import { type Attribute, type Element, writtenName } from '../html/tree.js';
import type { Spans } from './spans.js';

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
