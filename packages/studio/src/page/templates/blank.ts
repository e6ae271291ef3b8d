/** The texts of a new, almost empty template. */
import type { Saved } from '../service/api.js';

export const BLANK: Saved = {
  content: '<h1>Hello [[who]]</h1>\n',
  css: 'h1 { color: teal }\n',
  sample_data: { short: { who: 'World' } },
};
