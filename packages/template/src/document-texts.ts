/** Fills the texts of a document with its data, in this thread if it is little work, otherwise in another one. */
import { type ErrorData, type JsonObject, ServiceError } from '@toolpress/contract';
import { templateFor } from './cache.js';
import { OverBudget, WorkBudget } from './fill-options.js';
import { FilledText, type TransferredText } from './filled-text.js';
import { type FormatSettings, Formats, type LearnedFormats } from './formats.js';
import { PageMarks, type TransferredMarks } from './page-numbers/page-marks.js';
import { withoutTags } from './without-tags.js';

export interface TextsToFill extends FormatSettings {
  readonly html: string;
  readonly css?: string | undefined;
  readonly data?: JsonObject | undefined;
}

export interface DocumentTexts {
  /** Undefined for an invalid template. A string if neither text has tags. */
  readonly html: FilledText | string | undefined;
  readonly css: FilledText | string | undefined;
  /** The filled `html`, or its source without tags if it is invalid. Its language decides the formats. */
  readonly written: { readonly text: string };
  /** Also used for headers and footers. */
  readonly formats: Formats;
  /** Marks of the page numbers in `html`. Undefined for a text without tags. */
  readonly marks: PageMarks | undefined;
  /** Errors of the templates. */
  readonly errors: readonly ServiceError[];
}

/** What one thread hands over to another. */
export interface TransferredTexts {
  readonly html: TransferredText | undefined;
  readonly css: TransferredText | undefined;
  readonly formats: LearnedFormats;
  readonly marks: TransferredMarks;
  readonly errors: readonly ErrorData[];
}

/** Reading a tag takes about 30 microseconds. */
const MAX_TAGS_AT_ONCE = 5_000;

/** How tags begin, those of other template languages among them. */
const TAG = /\[\[|\{\{|\{%|\{!!|<%|<\?/;

/**
 * Fills `html` and `css`. Texts without tags are not changed.
 *
 * @param maxSteps limits the work done in this thread, see `FillOptions.maxSteps`.
 * @throws OverBudget if the texts need more work.
 */
export function fillDocument(texts: TextsToFill, maxSteps?: number): DocumentTexts {
  const { html, css = '' } = texts;
  if (TAG.test(html) || TAG.test(css)) return fillTemplates(texts, maxSteps);
  const text = html.toWellFormed();
  return {
    ...{ html: text, css: css.toWellFormed(), written: { text } },
    ...{ marks: undefined, errors: [] },
    get formats() {
      return new Formats(texts);
    },
  };
}

/** Returns a text of a document as one that knows where it comes from. */
export const asFilled = (text: FilledText | string, language: 'html' | 'css'): FilledText =>
  typeof text === 'string' ? new FilledText(templateFor(text, language), undefined, { escape: language }) : text;

function fillTemplates({ html: source, css: sheet = '', data, ...settings }: TextsToFill, maxSteps?: number) {
  const budget = maxSteps === undefined ? undefined : new WorkBudget(maxSteps);
  if (budget !== undefined && [source, sheet].some(hasManyTags)) throw new OverBudget();
  const formats = new Formats(settings);
  const marks = new PageMarks('elements');
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
  const html = unlessFaulty(() => new FilledText(templateFor(source, 'html'), data, { formats, budget, marks }));
  const written = { text: html?.text ?? withoutTags(source) };
  const options = { escape: 'css', formats, document: written, budget } as const;
  const css = unlessFaulty(() => new FilledText(templateFor(sheet, 'css'), data, options));
  return { html, css, written, formats, marks, errors };
}

function hasManyTags(text: string): boolean {
  if (text.length < MAX_TAGS_AT_ONCE * '[[a]]'.length) return false;
  let count = 0;
  for (let at = text.indexOf('[['); at >= 0; at = text.indexOf('[[', at + 2))
    if (++count > MAX_TAGS_AT_ONCE) return true;
  return false;
}

/** Fills the texts in the filling thread. Returns plain data for the other thread. */
export function fillForTransfer(texts: TextsToFill): TransferredTexts {
  const { html, css, formats, marks, errors } = fillTemplates(texts);
  return {
    html: html?.toTransfer(),
    css: css?.toTransfer(),
    formats: formats.learned,
    marks: marks.toTransfer(),
    errors: errors.map((error) => error.toData()),
  };
}

/** Restores in the requesting thread what `fillForTransfer` returned. */
export function receiveTexts(given: TextsToFill, { html, css, ...filled }: TransferredTexts): DocumentTexts {
  const formats = new Formats(given, filled.formats);
  const received = (source: string, text: TransferredText | undefined): FilledText | undefined =>
    text && new FilledText({ source, nodes: [], inStyle: new Set(), faults: [] }, undefined, { formats }, text);
  return {
    html: received(given.html, html),
    css: received(given.css ?? '', css),
    written: { text: html?.text ?? withoutTags(given.html) },
    formats,
    marks: PageMarks.received('elements', filled.marks),
    errors: filled.errors.map((error) => ServiceError.fromData(error)),
  };
}
