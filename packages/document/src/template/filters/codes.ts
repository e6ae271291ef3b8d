/** Filters for barcodes. */
import type { FilterTable } from './filter.js';

export const codeFilters: FilterTable = {};
