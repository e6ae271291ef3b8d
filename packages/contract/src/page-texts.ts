/** What stands on every page: headers and footers, or one for each kind of pages, and a watermark. */
import Joi from 'joi';
import { anyText, type Infer, oneOf, shape } from './schema.js';

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

export const LAYERS = ['over', 'under'] as const;
/** Over or under what the document prints. */
export type PageLayer = (typeof LAYERS)[number];

const PlacedWatermark = shape(
  { html: anyText().description('The HTML.') },
  { layer: oneOf(...LAYERS).description('Over the page, which it is unless given, or under it.') },
);

const ALLOWED_WATERMARK = '{{#label}} must be HTML, or an object of `html` and `layer`, which is `over` or `under`';

export const watermark = (): Joi.AnySchema<string | Infer<typeof PlacedWatermark>> =>
  Joi.alternatives<string | Infer<typeof PlacedWatermark>>(anyText(), PlacedWatermark).messages({
    'alternatives.types': ALLOWED_WATERMARK,
    'alternatives.match': ALLOWED_WATERMARK,
  });
