/** The requests of the studio's page, except for those of the API. They are not in the OpenAPI document. */
import { flag, integer, shape, text } from '../schema/schema.js';
import { ContentWarnings } from '../schema/warnings.js';

export const StudioSignIn = shape({
  token: text().max(200).description('An API token.'),
});

/** The PDF of a preview, which is neither charged nor kept. */
export const Preview = shape(
  {
    pdf_base64: text().description('The PDF, base64-encoded.'),
    page_count: integer()
      .min(1)
      .description(
        'Number of pages of the document; 1 if `first_page_only` has left out the rest without printing it.',
      ),
    is_whole: flag().description('Whether the PDF has all pages of the document.'),
    milliseconds: integer().min(0).description('The time from the request to the PDF in milliseconds.'),
  },
  { warnings: ContentWarnings.description('Differences from the sent document; absent when there are none.') },
);
