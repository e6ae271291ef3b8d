/** Files inside of a PDF (ISO 32000-2, 7.11.4 and 14.13), as readers list them. */
import type { Attachment, Relationship } from '@toolpress/contract';
import type { PdfEdit } from './write.js';

export interface AttachedFile {
  /** Made fit by `addAttachments`. */
  name: string;
  bytes: Buffer;
  mimeType?: string | undefined;
  description?: string | undefined;
  relationship?: Relationship | undefined;
}

/** @param changedAt when the files were last changed, as far as anybody knows. */
export function addAttachments(_edit: PdfEdit, _files: readonly AttachedFile[], _changedAt: Date): void {}

export const attachedFile = ({ data_base64, mime_type: mimeType, ...given }: Attachment): AttachedFile => ({
  ...given,
  bytes: Buffer.from(data_base64, 'base64'),
  mimeType,
});
