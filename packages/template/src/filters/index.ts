/** All filters of the template language. */
import { codeFilters } from './codes.js';
import { dateFilters } from './dates.js';
import { fieldFilters } from './fields.js';
import type { FilterDefinition, FilterTable } from './filter.js';
import { listFilters } from './lists.js';
import { markdownFilters } from './markdown.js';
import { markupFilters } from './markup.js';
import { numberFilters } from './numbers.js';
import { pageFilters } from './pages.js';
import { textFilters } from './texts.js';
import { wordFilters } from './words.js';

/** Filters by subject, in the order of the documentation. */
export const FILTERS_BY_SUBJECT: Readonly<Record<string, FilterTable>> = {
  'Numbers and amounts': numberFilters,
  'Dates and times': dateFilters,
  Language: wordFilters,
  Texts: textFilters,
  'Texts and HTML': { ...markupFilters, ...markdownFilters },
  Lists: { ...listFilters, ...fieldFilters },
  Pages: pageFilters,
  Codes: codeFilters,
};

const FILTERS: ReadonlyMap<string, FilterDefinition> = new Map(
  Object.values(FILTERS_BY_SUBJECT).flatMap((table) => Object.entries(table)),
);

export const filterNamed = (name: string): FilterDefinition | undefined => FILTERS.get(name);

export const FILTER_NAMES: readonly string[] = [...FILTERS.keys()];
