/** Brings HTML into a form that says the same to every parser, and was checked in exactly this form. */
import { ServiceError } from '@toolpress/contract';
import type { PageProperty } from '../css/page-rules.js';
import { type Extent, parseHtml, serializeHtml } from '../html/parser.js';
import type { ParentNode } from '../html/tree.js';
import type { FoundImage } from '../images/collector.js';
import type { FontFallback } from './font-fallback.js';
import { Inspection } from './inspection.js';
import { isPlain } from './plain-tree.js';
import { Spans } from './spans.js';

export interface NormalForm {
  readonly html: string;
  readonly images: readonly FoundImage[];
  readonly title: string | undefined;
  readonly language: string | undefined;
  /** See `Inspection`. */
  readonly changesPage: boolean;
  /** See `CheckedDocument`. */
  readonly fonts: FontFallback | undefined;
  /** How many of the marks stand in ordinary texts. */
  readonly marksInText: number;
}

export interface NormalFormOptions {
  readonly extent: Extent;
  /** The request's field that the HTML is. */
  readonly field: string;
  readonly pageProperties?: readonly PageProperty[];
  /** Adds to the tree once it is checked. */
  readonly complete?: (tree: ParentNode) => void;
  /** A sheet that is added. */
  readonly css?: string;
  /** Whether what is found says where it stands. It takes twice the time. */
  readonly located?: boolean;
  /** That applies where the HTML says none. */
  readonly language?: string | undefined;
  /** Counts the marks in a text, if there can be any. */
  readonly countMarks?: ((text: string) => number) | undefined;
}

/** Each pass undoes a kind of wrong nesting; more than two were never needed. */
const MAX_PASSES = 8;

/**
 * Parses, checks and writes the tree until what was written is parsed as the same tree again. Well-formed HTML is at once,
 * and of most of it that is known without parsing it a second time, which would take as long as all the rest.
 * Wrongly nested HTML can have trees that can't be written down, such as a form in a form: parsed again, they would be
 * other trees than the one that was checked.
 *
 * @throws Violation for what is not allowed; ServiceError `document_too_complex` at a bound.
 */
export function normalForm(source: string, options: NormalFormOptions): NormalForm {
  const { extent, field, pageProperties = [], complete, located = false, countMarks, language, css = '' } = options;
  const spans = new Spans(field, source);
  let tree = parseHtml(withoutByteOrderMark(source), extent, { located });
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    const inspection = new Inspection({
      spans,
      countMarks,
      language,
      pageProperties: pass === 1 ? pageProperties : [],
    });
    inspection.run(tree);
    if (pass === 1) inspection.fonts.css(css);
    if (pass === 1) complete?.(tree);
    const html = serializeHtml(tree, extent);
    if (isPlain(tree, extent)) return { html, ...found(inspection) };
    tree = parseHtml(html, extent);
    if (serializeHtml(tree, extent) === html) return { html, ...found(inspection) };
  }
  const fault = 'nests elements in ways that HTML does not allow';
  throw new ServiceError('document_too_complex', `\`${field}\` ${fault}.`);
}

const found = (inspection: Inspection): Omit<NormalForm, 'html'> => {
  const { images, title, language, changesPage, marksInText, fonts } = inspection;
  return { images, title, language, changesPage, marksInText, fonts: fonts.result() };
};

/** The mark counts as text to a parser, but is none. A blank in its place keeps all offsets and prints nothing. */
const withoutByteOrderMark = (text: string): string => (text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text);
