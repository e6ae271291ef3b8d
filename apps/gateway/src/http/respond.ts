/** Specification 2.1: the envelope, put on at this one place. */
import { ServiceError, TOOLS, type ToolName } from '@toolpress/contract';
import { isRedisOutage, type Logger, reasonOf, redisUnavailable } from '@toolpress/runtime';
import type { NextFunction, Request, Response } from 'express';
import { contextOf, note } from './request-log.js';
import { sendJson } from './send-json.js';

/** Answers a success; with a tool, says what was charged. */
export async function sendData(response: Response, data: unknown, tool?: ToolName): Promise<void> {
  const metadata = tool === undefined ? {} : { metadata: { actions_consumed: TOOLS[tool].actions } };
  response.status(200).type('application/json');
  await sendJson(response, { success: true, data, ...metadata });
}

/** Express's last handler: whatever went wrong becomes one shape, its cause goes to the log. */
export function sendError(thrown: unknown, request: Request, response: Response, _next: NextFunction): void {
  const { log, signal } = contextOf(request);
  if (signal.aborted || response.headersSent) {
    response.destroy();
    return;
  }
  const error = asServiceError(thrown);
  note(request, { error: error.code });
  tell(log, error, thrown);
  response.status(error.status).set(error.headers).set('X-Error-Code', error.code).type('application/json');
  response.end(JSON.stringify({ success: false, error: error.message }));
}

function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (isRedisOutage(thrown)) return redisUnavailable(thrown);
  // A path with a broken percent-encoding, which the router could not read
  if (thrown instanceof URIError) return new ServiceError('path_unknown', 'The path is not a valid one.');
  return new ServiceError('internal', 'The service failed; the operator finds the cause under this request’s id.', {
    cause: thrown,
  });
}

/**
 * The operator is warned of our own parts only: what a caller has chosen, a target, a provider's record or an endless document, fails
 * in a healthy service, too. Its cause is told by its code: its text may name what the caller sent.
 */
function tell(log: Logger, { code, status, cause }: ServiceError, thrown: unknown): void {
  if (code === 'internal') log.error({ err: thrown }, 'a request failed');
  else if (code === 'unavailable' && cause !== undefined) {
    log.warn({ error: code, cause: reasonOf(cause) }, 'a part is away');
  } else if (status === 502 || status === 504) {
    log.info({ error: code, cause: codeOf(cause) }, 'what the request asked for failed');
  }
}

/** The innermost code of a chain of causes. */
function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code } = cause as NodeJS.ErrnoException;
  return codeOf(cause.cause) ?? code ?? cause.name;
}
