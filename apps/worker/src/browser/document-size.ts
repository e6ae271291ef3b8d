import { ServiceError } from '@toolpress/contract';

/** Chromium ends itself over a message of more than 100 MiB, with all that it prints. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** The most that a character becomes in JSON. */
const MAX_BYTES_OF_CHARACTER = 6;

/** @throws ServiceError `document_too_complex` for a document that is too long to be told to Chromium. */
export function checkDocumentSize(html: string): void {
  if (html.length * MAX_BYTES_OF_CHARACTER <= MAX_MESSAGE_BYTES) return;
  if (Buffer.byteLength(JSON.stringify(html)) <= MAX_MESSAGE_BYTES) return;
  throw new ServiceError(
    'document_too_complex',
    `The document, filled, is longer than the ${MAX_MESSAGE_BYTES / 1024 / 1024} MiB that the browser takes; make it shorter, or split it.`,
  );
}
