/** Prints a form through the PDF tool: same checks, charge, limits and workers. The file is deleted as soon as it is read. */
import { type FormPdfRequest, type PrintedTemplate, type RenderedFile, ServiceError } from '@toolpress/contract';
import { contentDisposition, type FileStore, fileKind } from '@toolpress/storage';
import { callEndpoint } from '../api/caller-requests.js';
import type { AnyToolEndpoint, RequestContext } from '../api/endpoint.js';
import type { ToolCalls } from '../api/keyed-calls.js';
import { asServiceError, BytesAnswer } from '../api/respond.js';
import type { Caller } from '../auth/callers.js';
import type { FormRequest } from './form-request.js';

export interface PrintedForm {
  bytes: Buffer;
  /** The name with its ending. */
  filename: string;
  answer: BytesAnswer;
  actions: number | undefined;
}

/** Returns a function that prints forms. @param tool html-to-pdf. */
export function formPrinter(tool: AnyToolEndpoint, calls: ToolCalls) {
  // The file counts for no account, because it is gone before the answer is sent.
  const { fileOf: _, ...rest } = tool;
  const { store } = calls;
  const endpoint: AnyToolEndpoint = { ...rest, present: (result, context) => taken(store, result, context) };
  return async (
    { body, name, failsOnResources }: FormRequest,
    caller: Caller,
    context: RequestContext,
  ): Promise<PrintedForm> => {
    const input = {
      params: {},
      query: {},
      body: body satisfies FormPdfRequest,
      caller,
      receive: async () => undefined,
    };
    const { data, actions } = await callEndpoint(calls, endpoint, input, undefined, context).catch((error: unknown) => {
      throw failsOnResources ? asLoadingFault(error) : error;
    });
    const { bytes, file } = data as Taken;
    const ending = fileKind(file.fileId);
    const filename = `${name}.${ending}`;
    const codes = [...new Set((file.warnings ?? []).map(({ code }) => code))];
    const headers = {
      'Content-Type': `application/${ending}`,
      'Content-Disposition': contentDisposition(filename),
      'X-Page-Count': String(file.pageCount),
      ...(codes.length > 0 && { 'X-Warnings': codes.join(', ') }),
    };
    return { bytes, filename, answer: new BytesAnswer(bytes, headers), actions };
  };
}

interface Taken {
  bytes: Buffer;
  file: RenderedFile & { template?: PrintedTemplate };
}

/** Reads the file and deletes it. */
async function taken(store: FileStore, result: unknown, { memory, signal }: RequestContext): Promise<Taken> {
  const file = result as Taken['file'];
  try {
    await memory.answer.take(file.sizeBytes, signal);
    return { bytes: await store.read(file.fileId), file };
  } finally {
    store.remove(file.fileId).catch(() => undefined); // it expires
  }
}

/** The codes of missing images and style sheets. */
const MISSING = new Set(['content_forbidden', 'image_unavailable']);

class LoadingFault extends ServiceError {}

const asLoadingFault = (error: unknown): unknown =>
  error instanceof ServiceError && MISSING.has(error.code)
    ? new LoadingFault(error.code, `Chromium failed to load resources: ${error.message}`)
    : error;

/** The status of an error as Gotenberg's clients expect it. Its message is sent as text. */
function statusOf(error: ServiceError): number {
  if (error instanceof LoadingFault) return 409;
  if (error.status === 422) return 400;
  return error.status === 504 ? 503 : error.status;
}

/** Parts of messages about JSON requests, and their wording for forms: the names of fields, and how the token is sent. */
const REWORDINGS: readonly (readonly [ofJson: RegExp, ofForm: string])[] = [
  [/\bheader_html(?=`| \d)/g, 'header.html'],
  [/\bfooter_html(?=`| \d)/g, 'footer.html'],
  [/^Send an API token in/, 'Send an API token as the password of basic authentication, or in'],
];

/** Returns the error that a caller sees. Its message is about the form. */
export function formError(thrown: unknown): { status: number; message: string; error: ServiceError } {
  const error = asServiceError(thrown);
  const message = REWORDINGS.reduce((text, [ofJson, ofForm]) => text.replace(ofJson, ofForm), error.message);
  return { status: statusOf(error), message, error };
}
