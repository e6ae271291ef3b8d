/** Delivery of PDFs into the account's own bucket, which a connection of the provider `s3` describes. */
import { type Infer, shape, text } from '../schema/schema.js';
import { mapped } from './pdf-option.js';

/** Segments without control characters, and none that paths treat specially. */
const FOLDER = /^(?!\.{1,2}(?:\/|$))[^\p{Cc}\p{Cs}/\\]+(?:\/(?!\.{1,2}(?:\/|$))[^\p{Cc}\p{Cs}/\\]+)*$/u;

export const MAX_FOLDER = 200;
/** The rule of folders, for messages. */
export const NO_FOLDER = 'must be names separated by `/`, such as `invoices/2026`, without `.` and `..`';

/** Returns whether a filled text is a folder. */
export const isFolder = (folder: string): boolean => FOLDER.test(folder);

const connection = () => text().max(200).description('Slug of the connection of the provider `s3`.').example('archive');

export const DeliverTo = shape(
  { connection: connection() },
  {
    folder: text()
      .max(MAX_FOLDER)
      .pattern(FOLDER)
      .message(`{{#label}} ${NO_FOLDER}`)
      .description('Folder in the bucket; default: none. Tags are filled from `data`; `/` in a value becomes `_`.')
      .example('invoices/2026'),
  },
);
export type DeliverTo = Infer<typeof DeliverTo>;

export const Delivered = shape({
  connection: connection(),
  bucket: text().description('The bucket.').example('my-invoices'),
  key: text()
    .description('The object: the folder, then `filename`, or an unguessable name without it.')
    .example('invoices/2026/invoice-4711.pdf'),
});
export type Delivered = Infer<typeof Delivered>;

export const DELIVERY_OPTIONS = {
  deliver_to: mapped(
    { deliveryFolder: text() },
    DeliverTo.description(
      'Also stores the file in the account’s own bucket, through a connection of the provider `s3`. If the bucket does not take it, the answer has the warning `not_delivered`.',
    ),
    // Workers fill it. They deliver nothing.
    ({ folder }) => ({ deliveryFolder: folder?.includes('[[') ? folder : undefined }),
  ),
};
