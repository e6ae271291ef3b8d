/** The texts of a document, filled with its data: where others wait while that is little work, else in another thread. */
import type { JsonObject } from '@toolpress/contract';
import { templateFor } from './template/cache.js';
import type { WorkBudget } from './template/fill.js';
import { OverBudget } from './template/fill.js';
import { type FilledElsewhere, FilledText } from './template/filled-text.js';
import { type FormatSettings, Formats, type LearnedFormats } from './template/formats.js';

export interface TextsToFill extends FormatSettings {
  readonly html: string;
  readonly css?: string | undefined;
  readonly data?: JsonObject | undefined;
}

export interface DocumentTexts {
  readonly html: FilledText;
  readonly css: FilledText;
  /** For headers and footers as well. */
  readonly formats: Formats;
}

/** What one thread hands over to another. */
export interface TextsElsewhere {
  readonly html: FilledElsewhere;
  readonly css: FilledElsewhere;
  readonly formats: LearnedFormats;
}

/** To read one takes some 30 microseconds. */
const MAX_TAGS_AT_ONCE = 5_000;

/**
 * @param budget of work that may be done at once.
 * @throws ServiceError for every fault of the templates; OverBudget when it is more work than that.
 */
export function fillDocument(
  { html: source, css, data, ...settings }: TextsToFill,
  budget?: WorkBudget,
): DocumentTexts {
  if (budget !== undefined && [source, css ?? ''].some(hasManyTags)) throw new OverBudget();
  const formats = new Formats(settings);
  const html = new FilledText(templateFor(source, 'html'), data, { formats, budget });
  const options = { escape: 'css', formats, document: html, budget } as const;
  return { html, css: new FilledText(templateFor(css ?? '', 'css'), data, options), formats };
}

function hasManyTags(text: string): boolean {
  if (text.length < MAX_TAGS_AT_ONCE * '[[a]]'.length) return false;
  let count = 0;
  for (let at = text.indexOf('[['); at >= 0; at = text.indexOf('[[', at + 2))
    if (++count > MAX_TAGS_AT_ONCE) return true;
  return false;
}

/** In the thread that fills. @throws ServiceError for every fault of the templates. */
export function fillForElsewhere(texts: TextsToFill): TextsElsewhere {
  const { html, css, formats } = fillDocument(texts);
  return { html: html.toElsewhere(), css: css.toElsewhere(), formats: formats.learned };
}

/** In the thread that asked for it. */
export function filledElsewhere(given: TextsToFill, { html, css, formats: learned }: TextsElsewhere): DocumentTexts {
  const formats = new Formats(given, learned);
  const received = (source: string, filled: FilledElsewhere): FilledText =>
    new FilledText({ source, nodes: [], inStyle: new Set(), faults: [] }, undefined, { formats }, filled);
  return { html: received(given.html, html), css: received(given.css ?? '', css), formats };
}
