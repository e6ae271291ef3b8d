/** Filters for values that are known only when the document is printed. */
import { COUNTER_STYLES, type CounterStyle } from '../values/counter-styles.js';
import { PageNumber } from '../values/page-number.js';
import { Markup, TagFault, type Value } from '../values/values.js';
import { textIn } from './arguments.js';
import type { FilterScope, FilterTable } from './filter.js';
import { isNothing } from './inputs.js';

const isStyle = (value: Value): value is CounterStyle => (COUNTER_STYLES as readonly Value[]).includes(value);

export const pageFilters: FilterTable = {
  page_of: {
    does: `The number of the page that an element begins on, by its id; of a list of ids each page once, in order, as an index prints them: \`3, 7–9\`. \`[[page-of:#terms]]\` is \`[["terms" | page_of]]\`. The style is one of CSS: ${COUNTER_STYLES.map((style) => `\`"${style}"\``).join(', ')}. Only for texts of \`html\`; only \`plus\`, \`minus\`, \`roman\` and \`alpha\` can change it. See [contents and references](pdf.md#contents-and-references).`,
    takes: ['style?'],
    examples: [{ template: '[[missing | page_of]]', prints: '' }],
    apply: (value, { list: [style = 'decimal'] }, scope) => {
      if (isNothing(value)) return value;
      if (!isStyle(style)) throw new TagFault(`has a wrong style for \`page_of\`: write ${COUNTER_STYLES.join(', ')}`);
      const items = Array.isArray(value) ? value.filter((item) => !isNothing(item)) : [value];
      scope.spend(items.length);
      if (items.length > MAX_IDS) throw new TagFault(`gives \`page_of\` more than ${MAX_IDS} ids`);
      if (items.length === 0) return '';
      return new PageNumber({ kind: 'element', ids: items.map((item) => idIn(item, scope)), style });
    },
  },
};

const MAX_ID_LENGTH = 200;
/** The largest number of ids in a list. */
const MAX_IDS = 1_000;

function idIn(value: Value, scope: FilterScope): string {
  if (typeof value === 'object' && !(value instanceof Markup))
    throw new TagFault('gives `page_of` an item that is not an id; write `map: "id"` for a list of ids');
  const id = textIn(value, scope).toWellFormed().trim().replace(/^#/, '');
  if (id === '' || id.length > MAX_ID_LENGTH)
    throw new TagFault(`gives \`page_of\` an id that is empty, or longer than ${MAX_ID_LENGTH} characters`);
  return id;
}
