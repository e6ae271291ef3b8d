/** The job in which a worker puts the files of a batch together. It names files, and holds nothing of what is in them. */
import { type Infer, integer, oneOf, shape, text } from './schema.js';

export const AssemblyJob = shape(
  {
    requestId: text(),
    output: oneOf('zip', 'merged'),
    /** The ids of the rows' files by commas, in their order; nothing between two commas for a row that has none. */
    files: text().pattern(/^[0-9a-z]*(?:,[0-9a-z]*)*$/),
  },
  {
    /** With its extension. */
    filename: text(),
    /** As of a `RenderJob`. */
    expiresIn: integer().min(1),
    traceparent: text(),
  },
);
export type AssemblyJob = Infer<typeof AssemblyJob>;
