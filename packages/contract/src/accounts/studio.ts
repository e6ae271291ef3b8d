/** The requests of the studio's page, except for those of the API, which are not in the OpenAPI document, and sign-in links. */
import { TemplateFault } from '../pdf/template-check.js';
import { flag, type Infer, integer, listOf, shape, text, timestamp } from '../schema/schema.js';
import { ContentWarnings } from '../schema/warnings.js';

export const StudioSignIn = shape({
  token: text().max(200).description('An API token.'),
});

/** A sign-in by a link instead of a token. */
export const StudioLinkSignIn = shape({
  link: text().max(200).description('The secret of a sign-in link, which follows `#sign-in=` in it.'),
});

export const StudioLinkInput = shape({
  token: text().max(200).description('The API token that the link signs in with.').example('tp_3e7a…'),
});
export type StudioLinkInput = Infer<typeof StudioLinkInput>;

export const StudioLink = shape({
  url: text()
    .uri()
    .description('The link. It is shown only once, and works once.')
    .example('http://127.0.0.1:8080/studio#sign-in=kV3qJ0aYhX2uVq8rT1wZ5nB7mC4dE6fG9hJ0kL2pQrS'),
  account_id: text().description('The account that it signs in to.').example('acc_5f0c…'),
  expires_at: timestamp().description('When it expires: ten minutes after its creation.'),
});
export type StudioLink = Infer<typeof StudioLink>;

/** The PDF of a preview, which is neither charged nor kept, or the faults with which it can't be printed. */
export const Preview = shape(
  {},
  {
    pdf_base64: text().description('The PDF, base64-encoded.'),
    page_count: integer()
      .min(1)
      .description(
        'Number of pages of the document; 1 if `first_page_only` has left out the rest without printing it.',
      ),
    is_whole: flag().description('Whether the PDF has all pages of the document.'),
    milliseconds: integer().min(0).description('The time from the request to the PDF in milliseconds.'),
    warnings: ContentWarnings.description(
      'Differences from the sent document, one by one; absent when there are none.',
    ),
    faults: listOf(TemplateFault).description('What calls would answer as errors. No other field is present then.'),
  },
);
