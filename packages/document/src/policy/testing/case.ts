/** What a case of the policy table is. */
import type { DocumentParts } from '../../checked-document.js';

interface Case {
  /** What is in the document: ends the sentence "accepts …" or "refuses …". */
  readonly name: string;
  readonly parts: DocumentParts & { readonly html: string; readonly css?: string };
}

export interface AcceptedCase extends Case {
  readonly accepted: true;
  /** What is printed of the body, to the letter. */
  readonly body?: string;
  /** What is printed of the head besides the caller's own sheet. */
  readonly head?: string;
  /** The remote images. */
  readonly images: readonly string[];
}

export interface RefusedCase extends Case {
  readonly accepted: false;
  /** The message, or how it begins. */
  readonly says: string;
}

export type PolicyCase = AcceptedCase | RefusedCase;

type Accepted = readonly [name: string, html: string, body?: string | undefined, ...images: string[]];

/** Without a body, the HTML itself is what is printed. */
export const accepted = (...cases: readonly Accepted[]): AcceptedCase[] =>
  cases.map(([name, html, body = html, ...images]) => ({ name, parts: { html }, accepted: true, body, images }));

export const acceptedHead = (
  ...cases: readonly (readonly [name: string, html: string, head: string])[]
): AcceptedCase[] => cases.map(([name, html, head]) => ({ name, parts: { html }, accepted: true, head, images: [] }));

export const acceptedCss = (...cases: readonly (readonly [name: string, css: string])[]): AcceptedCase[] =>
  cases.map(([name, css]) => ({ name, parts: { html: '', css }, accepted: true, images: [] }));

export const refused = (...cases: readonly (readonly [name: string, html: string, says: string])[]): RefusedCase[] =>
  cases.map(([name, html, says]) => ({ name, parts: { html }, accepted: false, says }));

export const refusedCss = (...cases: readonly (readonly [name: string, css: string, says: string])[]): RefusedCase[] =>
  cases.map(([name, css, says]) => ({ name, parts: { html: '', css }, accepted: false, says }));
