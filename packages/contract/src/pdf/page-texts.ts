/** Headers, footers and watermarks. */
import Joi from 'joi';
import { anyText, type Infer, oneOf, shape } from '../schema/schema.js';

/** Kinds of pages with their own headers. The first kind that applies and is given counts; `default` is every page. */
export const PAGE_KINDS = ['first', 'last', 'even', 'odd', 'default'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

const kind = (pages: string): Joi.StringSchema<string> =>
  anyText().description(`HTML for ${pages}; an empty text prints nothing.`);
const KindTexts = shape(
  {},
  {
    default: kind('all pages without a more specific kind'),
    first: kind('the first page, also if it is the only one'),
    last: kind('the last page'),
    even: kind('the second page, the fourth and so on'),
    odd: kind('the first page, the third and so on'),
  },
);

/** HTML for all pages, or by kind of page. */
export type PageTexts = string | Infer<typeof KindTexts>;

const ALLOWED_TEXTS =
  '{{#label}} must be HTML, or an object of HTML for `default`, `first`, `last`, `even`, `odd`: those that differ';

export const pageTexts = (): Joi.AnySchema<PageTexts> =>
  Joi.alternatives<PageTexts>(anyText(), KindTexts).messages({
    'alternatives.types': ALLOWED_TEXTS,
    'alternatives.match': ALLOWED_TEXTS,
  });

export const LAYERS = ['over', 'under'] as const;
/** Whether a watermark is over or under the page. */
export type PageLayer = (typeof LAYERS)[number];

const PlacedWatermark = shape(
  { html: anyText().description('The HTML.') },
  { layer: oneOf(...LAYERS).description('Over the page (default) or under it.') },
);

const ALLOWED_WATERMARK = '{{#label}} must be HTML, or an object of `html` and `layer`, which is `over` or `under`';

/** HTML over the page, or HTML with its layer. */
export type Watermark = string | Infer<typeof PlacedWatermark>;

export const watermark = (): Joi.AnySchema<Watermark> =>
  Joi.alternatives<Watermark>(anyText(), PlacedWatermark).messages({
    'alternatives.types': ALLOWED_WATERMARK,
    'alternatives.match': ALLOWED_WATERMARK,
  });
