/** Reads a form in a thread for large texts, a small one in the main thread. */
import { type ErrorData, FormPrint, PdfRequest, passOn, ServiceError, WithRaw } from '@toolpress/contract';
import { called } from '../api/large-body-tasks.js';
import { parseForm } from './form-body.js';
import { type FormKind, type FormRequest, formRequest } from './form-request.js';

/** What a form asks for, or why it cannot be printed. */
export type ReadForm = { request: FormRequest } | { error: ErrorData };

/** Parses a form. @throws ServiceError `invalid_parameter` for a body that is not a form. */
export async function formIn(bytes: Uint8Array, contentType: string, kind: FormKind): Promise<WithRaw<ReadForm>> {
  const form = await parseForm(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), contentType);
  try {
    const { body, ...rest } = formRequest(form, kind);
    const { form: print, ...document } = body;
    const parts = [passOn(PdfRequest, document), passOn(FormPrint, print)] as const;
    const request = { ...rest, body: { ...parts[0].value, form: parts[1].value } };
    const paths = [...parts[0].raw, ...parts[1].raw.map((path) => ['form', ...path])];
    return new WithRaw(
      { request },
      paths.map((path) => ['request', 'body', ...path]),
    );
  } catch (error) {
    if (error instanceof ServiceError) return new WithRaw({ error: error.toData() }, []);
    throw error;
  }
}

export const FORM_IN = called(import.meta.url, formIn);
