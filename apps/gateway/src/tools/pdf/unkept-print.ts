/** Prints documents that are neither charged nor kept: test prints and previews. */
import { randomUUID } from 'node:crypto';
import type { PdfRequest, RenderedFile } from '@toolpress/contract';
import type { FileStore } from '@toolpress/storage';
import type { RequestContext } from '../../api/endpoint.js';
import { Base64 } from '../../api/respond.js';
import type { Caller } from '../../auth/callers.js';
import { type PrintOptions, renderPdf } from './render-job.js';

/** The life of the file in seconds, if this process dies before it deletes the file. It begins with printing, which may take 40 minutes of a long document. */
const FILE_LIFE = 3_600;

export interface UnkeptPdf extends RenderedFile {
  bytes: Buffer;
}

/** Prints a request in the background, so that calls do not wait for it. @throws ServiceError any error of the PDF tools. */
export type PrintUnkept = (
  request: PdfRequest,
  caller: Caller,
  context: RequestContext,
  only?: { firstPageOnly?: boolean; listsEach?: boolean },
) => Promise<UnkeptPdf>;

export const unkeptPrinting =
  (options: PrintOptions & { store: FileStore }): PrintUnkept =>
  async (request, caller, context, only) => {
    const { memory, signal } = context;
    const { store, fileTtl } = options;
    request.expires_in = Math.min(FILE_LIFE, fileTtl);
    const inBackground = { ...context, backgroundId: randomUUID() };
    const file = await renderPdf(options, request, caller, inBackground, { ...only, stopsWithCaller: true });
    try {
      await memory.answer.take(file.sizeBytes, signal);
      return { ...file, bytes: await store.read(file.fileId) };
    } finally {
      store.remove(file.fileId).catch(() => undefined); // it expires
    }
  };

/** Returns the fields of the answer. */
export const unkept = ({ bytes, pageCount, warnings }: UnkeptPdf) => ({
  pdf_base64: new Base64(bytes),
  page_count: pageCount,
  ...(warnings && { warnings }),
});
