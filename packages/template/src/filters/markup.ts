/** Filters between texts and HTML. */
import { type Token, TokenizerMode } from 'parse5';
import { escapeHtml } from '../values/escape.js';
import { htmlTokenizer } from '../values/html-tokenizer.js';
import { Markup, type Value } from '../values/values.js';
import { isMissing, ofText, textIn } from './arguments.js';
import type { FilterDefinition, FilterTable } from './filter.js';

/** Returns a filter from text to HTML. Input that is HTML already is not escaped again. */
const ofTextOrHtml =
  (toHtml: (text: string) => string, ofHtml: (html: string) => string = (html) => html): FilterDefinition['apply'] =>
  (value, _args, scope): Value => {
    if (isMissing(value)) return value;
    const text = textIn(value, scope);
    scope.spend(text.length / 8);
    return new Markup(value instanceof Markup ? ofHtml(value.html) : toHtml(text));
  };

const withBreaks = (html: string): string => html.replace(/\r\n?|\n/g, '<br />\n');

export const markupFilters: FilterTable = {
  newline_to_br: {
    does: 'Replaces each line break by `<br />`. The text is escaped.',
    examples: [
      {
        template: '[[address | newline_to_br]]',
        prints: 'A &amp; B<br />\nRoad 1',
        data: { address: 'A & B\nRoad 1' },
      },
    ],
    apply: ofTextOrHtml((text) => withBreaks(escapeHtml(text)), withBreaks),
  },
  strip_html: {
    does: 'Removes tags, comments, scripts and style sheets, and keeps the text.',
    examples: [{ template: '[[text | strip_html]]', prints: 'A &amp; B', data: { text: '<p>A &amp; <b>B</b></p>' } }],
    apply: ofText((text, _args, { spend }) => {
      spend(text.length / 4);
      return textOfHtml(text);
    }),
  },
  escape: {
    does: 'Escapes a text for HTML. Tags do so anyway; an escaped text is not escaped again.',
    examples: [{ template: '[["a < b" | escape]]', prints: 'a &lt; b' }],
    apply: ofTextOrHtml(escapeHtml),
  },
  escape_once: {
    does: 'Escapes a text for HTML, except what is escaped already.',
    examples: [{ template: '[["1 < 2 &amp; 3" | escape_once]]', prints: '1 &lt; 2 &amp; 3' }],
    apply: ofTextOrHtml((text) => escapeHtml(text).replace(ESCAPED_TWICE, '&$1')),
  },
};

const ESCAPED_TWICE = /&amp;(#\d{1,7};|#x[\da-f]{1,6};|[a-z][\da-z]{1,31};)/gi;

/** Elements whose content is not shown. */
const UNSHOWN = new Set(['script', 'style']);

function textOfHtml(html: string): string {
  const texts: string[] = [];
  let within = '';
  const add = ({ chars }: Token.CharacterToken): void => {
    if (within === '') texts.push(chars);
  };
  const tokenizer = htmlTokenizer({
    onStartTag: ({ tagName }) => {
      if (!UNSHOWN.has(tagName)) return;
      within = tagName;
      tokenizer.state = TokenizerMode.RAWTEXT;
    },
    onEndTag: () => {
      within = '';
    },
    onCharacter: add,
    onWhitespaceCharacter: add,
  });
  tokenizer.write(html, true);
  return texts.join('');
}
