/** Filters for what depends on the language: translations, plurals, lists in words. */
import type { FilterTable } from './filter.js';

export const wordFilters: FilterTable = {};
