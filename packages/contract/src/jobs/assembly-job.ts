/** The job in which a worker combines the files of a batch. It holds file ids, no content. */
import { JobProtect } from '../pdf/standards.js';
import { type Infer, integer, oneOf, shape, text } from '../schema/schema.js';

export const AssemblyJob = shape(
  {
    requestId: text(),
    output: oneOf('zip', 'merged'),
    /** The ids of the rows' files in order, separated by commas; empty for a row without a file. */
    files: text().pattern(/^[0-9a-z]*(?:,[0-9a-z]*)*$/),
  },
  {
    /** A second file to make of the same rows. */
    also: oneOf('merged'),
    /** The protection of the merged PDF, see `MergeSecrets`. */
    protect: JobProtect,
    /** The download name with the extension of `output`. */
    filename: text(),
    /** As in a `RenderJob`. */
    expiresIn: integer().min(1),
    traceparent: text(),
  },
);
export type AssemblyJob = Infer<typeof AssemblyJob>;
