/** Prints documents for the page. They are neither charged nor kept. */
import { ApiError, call, type Finding, type Preview } from './api.js';

/** A document that calls refuse, too. */
export class DocumentFaults extends ApiError {
  /** @param faults at least one. */
  constructor(readonly faults: readonly Finding[]) {
    super(422, faults[0]?.code ?? 'internal', faults.map(({ message }) => message).join(' '));
  }
}

/** Prints a request, or the JSON of one. @throws DocumentFaults, and ApiError for every other answer that is not a PDF. */
export async function preview(request: Record<string, unknown> | Blob, signal?: AbortSignal): Promise<Preview> {
  const printed = await call<Preview | { faults: Finding[] }>('preview', {
    method: 'POST',
    body: request,
    isShown: true,
    ...(signal && { signal }),
  });
  if ('faults' in printed) throw new DocumentFaults(printed.faults);
  return printed;
}

/** Works like `preview`, and waits when the service asks for that, as while other pages of the account print. */
export async function previewInTurn(request: Record<string, unknown>, signal: AbortSignal): Promise<Preview> {
  for (;;) {
    try {
      return await preview(request, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError) || error.retryAfter === undefined) throw error;
      const { retryAfter } = error;
      await new Promise((resolve) => setTimeout(resolve, retryAfter));
    }
  }
}
