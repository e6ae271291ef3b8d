/** Headers and footers: one for every page, or one for each kind of pages. */
import Joi from 'joi';
import { anyText, type Infer, shape } from './schema.js';

/** Pages that may have headers and footers of their own: of those that a page is, the first that is given counts; `default` is every page. */
export const PAGE_KINDS = ['first', 'last', 'even', 'odd', 'default'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

const kind = (pages: string): Joi.StringSchema<string> =>
  anyText().description(`HTML for ${pages}; an empty text: none there.`);
const KindTexts = shape(
  {},
  {
    default: kind('all pages that no other kind counts for'),
    first: kind('the first page, also if it is the only one'),
    last: kind('the last page'),
    even: kind('the second page, the fourth and so on'),
    odd: kind('the first page, the third and so on'),
  },
);

/** HTML for every page, or for each kind of pages. */
export type PageTexts = string | Infer<typeof KindTexts>;

const ALLOWED_TEXTS =
  '{{#label}} must be HTML, or an object of HTML for `default`, `first`, `last`, `even`, `odd`: those that differ';

export const pageTexts = (): Joi.AnySchema<PageTexts> =>
  Joi.alternatives<PageTexts>(anyText(), KindTexts).messages({
    'alternatives.types': ALLOWED_TEXTS,
    'alternatives.match': ALLOWED_TEXTS,
  });
