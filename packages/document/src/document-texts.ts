/** The texts of a document, filled with its data: where others wait while that is little work, else in another thread. */
import { type ErrorData, type JsonObject, ServiceError } from '@toolpress/contract';
import { type MarksElsewhere, PageMarks } from './references/page-marks.js';
import { templateFor } from './template/cache.js';
import type { WorkBudget } from './template/fill.js';
import { OverBudget } from './template/fill.js';
import { type FilledElsewhere, FilledText } from './template/filled-text.js';
import { type FormatSettings, Formats, type LearnedFormats } from './template/formats.js';
import { standIn } from './template/stand-in.js';

export interface TextsToFill extends FormatSettings {
  readonly html: string;
  readonly css?: string | undefined;
  readonly data?: JsonObject | undefined;
}

export interface DocumentTexts {
  /** Absent for a template with a fault. */
  readonly html: FilledText | undefined;
  readonly css: FilledText | undefined;
  /** The filled `html`, or what stands for it: its language decides on formats. */
  readonly written: { readonly text: string };
  /** For headers and footers as well. */
  readonly formats: Formats;
  /** Of the page numbers in `html`. */
  readonly marks: PageMarks;
  /** The faults of the templates. */
  readonly errors: readonly ServiceError[];
}

/** What one thread hands over to another. */
export interface TextsElsewhere {
  readonly html: FilledElsewhere | undefined;
  readonly css: FilledElsewhere | undefined;
  readonly formats: LearnedFormats;
  readonly marks: MarksElsewhere;
  readonly errors: readonly ErrorData[];
}

/** To read one takes some 30 microseconds. */
const MAX_TAGS_AT_ONCE = 5_000;

/**
 * @param budget of work that may be done at once.
 * @throws OverBudget when it is more work than that.
 */
export function fillDocument(
  { html: source, css: sheet = '', data, ...settings }: TextsToFill,
  budget?: WorkBudget,
): DocumentTexts {
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
  const written = { text: html?.text ?? standIn(source) };
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

/** In the thread that fills. */
export function fillForElsewhere(texts: TextsToFill): TextsElsewhere {
  const { html, css, formats, marks, errors } = fillDocument(texts);
  return {
    html: html?.toElsewhere(),
    css: css?.toElsewhere(),
    formats: formats.learned,
    marks: marks.toElsewhere(),
    errors: errors.map((error) => error.toData()),
  };
}

/** In the thread that asked for it. */
export function filledElsewhere(given: TextsToFill, { html, css, ...filled }: TextsElsewhere): DocumentTexts {
  const formats = new Formats(given, filled.formats);
  const received = (source: string, text: FilledElsewhere | undefined): FilledText | undefined =>
    text && new FilledText({ source, nodes: [], inStyle: new Set(), faults: [] }, undefined, { formats }, text);
  return {
    html: received(given.html, html),
    css: received(given.css ?? '', css),
    written: { text: html?.text ?? standIn(given.html) },
    formats,
    marks: PageMarks.received('elements', filled.marks),
    errors: filled.errors.map((error) => ServiceError.fromData(error)),
  };
}
