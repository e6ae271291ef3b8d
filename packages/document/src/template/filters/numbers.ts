/** Filters for numbers and amounts. */
import { decimalOf, TagFault, valueOfDecimal } from '../values.js';
import type { FilterTable } from './filter.js';

export const numberFilters: FilterTable = {
  times: {
    does: 'Multiplies, exactly.',
    takes: ['factor'],
    examples: [{ template: '[["1.10" | times: 3]]', prints: '3.3' }],
    apply: (value, { list: [factor] }) => {
      if (value === undefined || value === null) return value;
      const [left, right] = [decimalOf(value), decimalOf(factor)];
      if (left === undefined || right === undefined) throw new TagFault('multiplies what is no number');
      return valueOfDecimal(left.times(right));
    },
  },
};
