/** A filter that converts Markdown to HTML, for notes and terms that people write in forms. */
import { Marked, type MarkedExtension } from 'marked';
import { escapeHtml } from '../values/escape.js';
import { Markup, TagFault } from '../values/values.js';
import type { FilterTable } from './filter.js';
import { switchOption } from './inputs.js';

const LINKS = /^(?:https?:|mailto:|tel:|#)/i;

/** Restricts the library: tags are text, images are replaced by their alternative text, and links need a known scheme. */
const options: MarkedExtension = {
  tokenizer: { html: () => undefined, tag: () => undefined },
  renderer: {
    image: ({ text }) => escapeHtml(text),
    checkbox: ({ checked }) => (checked ? '[x] ' : '[ ] '),
    link({ href, tokens }) {
      return LINKS.test(href) ? false : this.parser.parseInline(tokens); // false: the library's default
    },
  },
};
const [keeping, joining] = [new Marked(options, { breaks: true }), new Marked(options)];

/** The largest length of a Markdown text, in characters. Some texts take quadratic time: a quarter of a second at this length. */
const MAX_LENGTH = 10_000;
const CHARACTERS_SQUARED_PER_STEP = 200;

function htmlOf(text: string, breaks: boolean): string {
  try {
    return (breaks ? keeping : joining).parse(text, { async: false }).trimEnd();
  } catch {
    throw new TagFault('is given a text that is nested too deeply'); // the library is recursive
  }
}

export const markdownFilters: FilterTable = {
  markdown: {
    does: 'Converts Markdown (GitHub’s) to HTML. Line breaks stay, as in GitHub’s comments; with `breaks: false` they become spaces, as in files. Tags in the text are escaped, images are left out.',
    named: ['breaks'],
    examples: [
      { template: '[[terms | markdown]]', data: { terms: 'Due **now**.' }, prints: '<p>Due <strong>now</strong>.</p>' },
      { template: '[[terms | markdown: breaks: false]]', data: { terms: 'Due\nnow.' }, prints: '<p>Due\nnow.</p>' },
    ],
    apply: (value, { named }, { spend }) => {
      const breaks = switchOption(named['breaks'], 'breaks') ?? true;
      if (value === undefined || value === null) return value;
      if (typeof value !== 'string') throw new TagFault('is given something that is not a text');
      if (value.length > MAX_LENGTH)
        throw new TagFault(
          `is given a text of more than ${MAX_LENGTH} characters: send such a text as HTML, and print it with \`[[&name]]\``,
        );
      spend(value.length + value.length ** 2 / CHARACTERS_SQUARED_PER_STEP);
      return new Markup(htmlOf(value, breaks));
    },
  },
};
