/** Filters for lists and objects. */
import type { FilterTable } from './filter.js';

export const listFilters: FilterTable = {};
