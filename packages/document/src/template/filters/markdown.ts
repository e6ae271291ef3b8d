/** A filter that makes HTML of Markdown: notes and terms as people write them in forms. */
import { Marked, type MarkedExtension } from 'marked';
import { escapeHtml } from '../escape.js';
import { Markup, TagFault } from '../values.js';
import type { FilterTable } from './filter.js';
import { switchOption } from './inputs.js';

const LINKS = /^(?:https?:|mailto:|tel:|#)/i;

/** The library takes HTML and links of every kind; here tags are read as text, and images are what stands for them. */
const options: MarkedExtension = {
  tokenizer: { html: () => undefined, tag: () => undefined },
  renderer: {
    image: ({ text }) => escapeHtml(text),
    checkbox: ({ checked }) => (checked ? '[x] ' : '[ ] '),
    link({ href, tokens }) {
      return LINKS.test(href) ? false : this.parser.parseInline(tokens); // false: as the library does it
    },
  },
};
const [keeping, joining] = [new Marked(options, { breaks: true }), new Marked(options)];

/** Some texts take time in proportion to the square of their length: a quarter of a second for this one. Characters. */
const MAX_LENGTH = 10_000;
const CHARACTERS_SQUARED_PER_STEP = 200;

function htmlOf(text: string, breaks: boolean): string {
  try {
    return (breaks ? keeping : joining).parse(text, { async: false }).trimEnd();
  } catch {
    throw new TagFault('makes HTML of a text that is nested too deeply'); // the library calls itself
  }
}

export const markdownFilters: FilterTable = {
  markdown: {
    does: 'Makes HTML of Markdown (as on GitHub). Line breaks stay, as in comments there; with `breaks: false` they are blanks, as in files. Tags in the text are escaped, images are left out.',
    named: ['breaks'],
    examples: [
      { template: '[[terms | markdown]]', data: { terms: 'Due **now**.' }, prints: '<p>Due <strong>now</strong>.</p>' },
      { template: '[[terms | markdown: breaks: false]]', data: { terms: 'Due\nnow.' }, prints: '<p>Due\nnow.</p>' },
    ],
    apply: (value, { named }, { spend }) => {
      const breaks = switchOption(named['breaks'], 'breaks') ?? true;
      if (value === undefined || value === null) return value;
      if (typeof value !== 'string') throw new TagFault('makes HTML of what is no text');
      if (value.length > MAX_LENGTH)
        throw new TagFault(
          `makes HTML of a text of more than ${MAX_LENGTH} characters: put such a text in as HTML, by \`[[&name]]\``,
        );
      spend(value.length + value.length ** 2 / CHARACTERS_SQUARED_PER_STEP);
      return new Markup(htmlOf(value, breaks));
    },
  },
};
