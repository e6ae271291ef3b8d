/** A filter that makes HTML of Markdown: notes and terms as people write them in forms. */
import MarkdownIt from 'markdown-it';
import { Markup, TagFault } from '../values.js';
import type { FilterTable } from './filter.js';

/** Tags in the text are text. The library makes no links of `javascript:` and the like; images would be loaded. */
const markdown = new MarkdownIt({ html: false, breaks: true }).disable('image');

/** Some texts take time in proportion to the square of their length: a quarter of a second for this one. Characters. */
const MAX_LENGTH = 20_000;
const CHARACTERS_SQUARED_PER_STEP = 400;

export const markdownFilters: FilterTable = {
  markdown: {
    does: 'Makes HTML of Markdown (CommonMark with tables; line breaks stay). Tags in the text are escaped, images are left out.',
    examples: [
      {
        template: '[[terms | markdown]]',
        data: { terms: 'Due **now**.' },
        prints: '<p>Due <strong>now</strong>.</p>',
      },
    ],
    apply: (value, _args, { spend }) => {
      if (value === undefined || value === null) return value;
      if (typeof value !== 'string') throw new TagFault('makes HTML of what is no text');
      if (value.length > MAX_LENGTH)
        throw new TagFault(
          `makes HTML of a text of more than ${MAX_LENGTH} characters: put such a text in as HTML, by \`[[&name]]\``,
        );
      spend(value.length + value.length ** 2 / CHARACTERS_SQUARED_PER_STEP);
      return new Markup(markdown.render(value).trimEnd());
    },
  },
};
