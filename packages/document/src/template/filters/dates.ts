/** Filters for dates and times. */
import type { FilterTable } from './filter.js';

export const dateFilters: FilterTable = {};
