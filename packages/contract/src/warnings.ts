/** The table of warnings: what an answer says of a document that was printed, but not quite as it was sent. */
import type { Infer } from './schema.js';
import { integer, listOf, oneOf, shape, text } from './schema.js';

export const WARNINGS = {
  content_blocked:
    'With `on_blocked: "warn"`: an image, a frame or another document that may not be loaded is left out.',
  style_blocked: 'A background, or whatever else CSS would load, is left out.',
  font_unavailable: 'A font that the document asks for is not there; another one is printed.',
  font_replaced:
    'The document brings a file for a font that the service has, in another version: the service’s own is printed.',
  css_ignored: 'CSS that the browser ignores on paper.',
  script_not_run: 'A script would have drawn something; scripts never run.',
  markup_ignored: 'Markup of another printer, such as its page headers and page numbers, has no meaning.',
  tag_without_value:
    'Tags have no value in `data` and print nothing; or they ask a number or a text for a property. With `strict` it is an error.',
  outer_value:
    'A tag printed for items of a list what has its name outside of the list: some items have a value of their own, or only a section around the list has one. With `strict` the latter is an error.',
  nothing_printed: 'The document has text, but nothing of it shows on its pages.',
  language_unknown:
    'The language of the document is unknown, or has no formats: numbers, dates and names are written as in English.',
  not_accessible: 'With `conformance`: something that a reader who can’t see may miss or stumble over.',
  foreign_template_tag:
    'Tags of another template language, `{{ … }}` or `{% … %}`, are printed as they stand. With `strict` it is an error.',
} as const satisfies Readonly<Record<string, string>>;

export type WarningCode = keyof typeof WARNINGS;

/** At most so many are listed, in errors as well; the last says how many more there are. */
export const MAX_WARNINGS = 20;

export const ContentWarning = shape(
  {
    code: oneOf(...(Object.keys(WARNINGS) as WarningCode[])).description('What kind of warning it is.'),
    message: text().description(
      'What it is about, where it stands, and what to do. Of several places it has the count and the first three.',
    ),
  },
  {
    line: integer().min(1).description('Of the first place in the text that was sent, where it is known.'),
    column: integer().min(1).description('Likewise.'),
  },
);
export type ContentWarning = Infer<typeof ContentWarning>;

export const ContentWarnings = listOf(ContentWarning);
