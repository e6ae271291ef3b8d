/** The table of warnings: differences between the sent and the printed document. */
import type { Infer } from './schema.js';
import { integer, listOf, oneOf, shape, text } from './schema.js';

export const WARNINGS = {
  content_blocked: 'With `on_blocked: "warn"`: a blocked image, frame or document was omitted.',
  style_blocked: 'A background, or other content that CSS would load, was omitted.',
  font_unavailable: 'A font of the document is unavailable; another one is used.',
  font_replaced: 'The document’s font file differs from the built-in font of this name, which is used.',
  character_missing: 'A character is in no font; a box is printed. An error with `conformance`.',
  css_ignored: 'The browser ignores this CSS in print.',
  script_not_run: 'A script would have drawn something; scripts never run.',
  markup_ignored: 'Markup of another print tool, such as page headers and page numbers, has no effect.',
  link_dead: 'A link leads nowhere: its address is relative or has another scheme, or its target is missing.',
  tag_without_value:
    'Tags have no value in `data` and print nothing, or read a property of a number or text. An error with `strict`.',
  outer_value:
    'A tag in a list printed a value from outside the list: other items have the value, or only a section around the list has it. The latter is an error with `strict`.',
  value_unclear:
    'A tag prints what is probably not meant: a list or an object as JSON, or a 12-hour time without AM or PM. An error with `strict`.',
  content_cut:
    'Content is cut by a box that clips it, is covered by another, or is too wide for its page. From left to right, the rest is then printed at two thirds of its size.',
  nothing_printed: 'The document has text, but its pages show none, or less than a fifth, or a box covers them.',
  language_unknown: 'The document’s language is unknown or unsupported; numbers, dates and names are in English.',
  not_accessible: 'With `conformance`: something may be missing for screen readers.',
  not_delivered:
    'The bucket of `deliver_to` did not take the file; the message has its error. The service’s copy remains.',
  foreign_template_tag:
    'Tags of another template language, such as `{{ … }}` or `th:text`, are printed as text or have no effect. An error with `strict`.',
  warnings_incomplete: 'The search for warnings took too long, so that some may be missing.',
} as const satisfies Readonly<Record<string, string>>;

export type WarningCode = keyof typeof WARNINGS;

/** The largest number of warnings, and of faults in an error. The last one has the number of omitted ones. */
export const MAX_WARNINGS = 20;

export const ContentWarning = shape(
  {
    code: oneOf(...(Object.keys(WARNINGS) as WarningCode[])).description('The kind of warning.'),
    message: text().description(
      'The problem, its position and its solution. For repeated problems, the count and the first three positions.',
    ),
  },
  {
    line: integer().min(1).description('Line of the first position in the sent text, if known.'),
    column: integer().min(1).description('Column of the first position, if known.'),
  },
);
export type ContentWarning = Infer<typeof ContentWarning>;

export const ContentWarnings = listOf(ContentWarning);
