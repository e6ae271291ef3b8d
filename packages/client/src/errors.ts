import type { DeclaredErrorCode } from './operations.js';

/** `connection_failed`: no answer came; `answer_unreadable`: the answer is not from the service. A newer service may have more. */
export type ErrorCode = DeclaredErrorCode | 'connection_failed' | 'answer_unreadable' | (string & {});

/** A call that failed: answered with an error, or not at all. */
export class ToolpressError extends Error {
  override readonly name = 'ToolpressError';
  /** The status of the answer; 0 without an answer. */
  readonly status: number;
  readonly code: ErrorCode;
  /** The operator finds the request in the log by it. */
  readonly requestId: string | undefined;
  /** Seconds after which the request may be sent again, where the service says so. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    about: { status: number; code: ErrorCode; requestId?: string; retryAfter?: number; cause?: unknown },
  ) {
    super(message, { cause: about.cause });
    this.status = about.status;
    this.code = about.code;
    this.requestId = about.requestId;
    this.retryAfter = about.retryAfter;
  }
}

/** @returns the error that an answer carries; an answer of something in between, such as a proxy, has no code. */
export async function errorOf(response: Response): Promise<ToolpressError> {
  const { status, headers } = response;
  const text = await response.text();
  const requestId = headers.get('x-request-id');
  const retryAfter = secondsOf(headers.get('retry-after'));
  return new ToolpressError(messageOf(text) ?? `The service answered ${status}.`, {
    status,
    code: headers.get('x-error-code') ?? 'answer_unreadable',
    ...(requestId !== null && { requestId }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

function messageOf(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}

/** `Retry-After`: seconds, or a date as proxies may write it. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
