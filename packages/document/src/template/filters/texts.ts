/** Filters for texts. */
import { textOf } from '../values.js';
import type { FilterTable } from './filter.js';

export const textFilters: FilterTable = {
  upcase: {
    does: 'Makes all letters capitals.',
    examples: [{ template: '[["abc" | upcase]]', prints: 'ABC' }],
    apply: (value, _args, { spend, formats }) => {
      const text = textOf(value);
      spend(text.length / 64);
      return text.toLocaleUpperCase(formats.locale);
    },
  },
};
