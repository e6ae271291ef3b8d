/** Fills the texts of a document with its data. */
import { type JsonObject, ServiceError } from '@toolpress/contract';
import { templateFor } from '../parse/compile.js';
import { type FormatSettings, Formats } from '../values/formats.js';
import { PageMarks } from '../values/page-marks.js';
import { FilledText } from './filled-text.js';
import { withoutTags } from './without-tags.js';

export interface TextsToFill extends FormatSettings {
  readonly html: string;
  readonly css?: string | undefined;
  readonly data?: JsonObject | undefined;
  /** Whether `html` and `css` are templates; default true. */
  readonly tags?: boolean | undefined;
}

export interface DocumentTexts {
  /** Undefined for an invalid template. A string if neither text has tags, or it is empty. */
  readonly html: FilledText | string | undefined;
  readonly css: FilledText | string | undefined;
  /** The filled `html`, or its source without tags if it is invalid. Its language decides the formats. */
  readonly written: { readonly text: string };
  /** Also used for headers and footers. */
  readonly formats: Formats;
  /** Marks of the page numbers in `html`. Undefined for a text without any. */
  readonly marks: PageMarks | undefined;
  /** Errors of the templates. */
  readonly errors: readonly ServiceError[];
}

/** How tags begin, those of other template languages among them. */
const TAG = /\[\[|\{\{|\{%|\{!!|<%|<\?/;

/** A quick check for pages of elements. */
const MAY_HAVE_PAGES = /page[_-]of/;

/** Fills `html` and `css`. Texts without tags, and those that are no templates, are not changed. */
export function fillDocument(texts: TextsToFill): DocumentTexts {
  const { html, css = '', tags = true } = texts;
  if (tags && (TAG.test(html) || TAG.test(css))) return fillTemplates(texts);
  const text = html.toWellFormed();
  return {
    html: text,
    css: css.toWellFormed(),
    written: { text },
    marks: undefined,
    errors: [],
    get formats() {
      return new Formats(texts);
    },
  };
}

/** Returns a text of a document as one that knows where it comes from. */
export const asFilled = (text: FilledText | string, language: 'html' | 'css'): FilledText =>
  typeof text === 'string' ? new FilledText(templateFor(text, language), undefined, { escape: language }) : text;

function fillTemplates({ html: source, css: sheet = '', data, ...settings }: TextsToFill) {
  const formats = new Formats(settings);
  const marks = MAY_HAVE_PAGES.test(source) ? new PageMarks('elements') : undefined;
  const errors: ServiceError[] = [];
  const unlessFaulty = (fill: () => FilledText): FilledText | undefined => {
    try {
      return fill();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      errors.push(error);
      return undefined;
    }
  };
  const html = unlessFaulty(
    () => new FilledText(templateFor(source, 'html'), data, { formats, ...(marks && { marks }) }),
  );
  const written = { text: html?.text ?? withoutTags(source) };
  const options = { escape: 'css', formats, document: written } as const;
  const css = sheet === '' ? sheet : unlessFaulty(() => new FilledText(templateFor(sheet, 'css'), data, options));
  return { html, css, written, formats, marks, errors };
}
