/** Answers of the endpoints that programs call: plain JSON as the standards define it, not the envelope of the API. */
import { ServiceError } from '@toolpress/contract';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { contextOf, note } from '../api/request-log.js';
import { asServiceError, logCause } from '../api/respond.js';

/** The codes of RFC 6749 (5.2), RFC 7591 (3.2.2) and RFC 8707 (2). */
type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata';

/** An error as a client reads it. The message has no text of the request. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  constructor(
    readonly code: OAuthCode,
    message: string,
  ) {
    super(message);
  }
}

type Fields = Readonly<Record<string, unknown>>;
const NO_STORE = { 'Cache-Control': 'no-store' };

/** Returns a handler that sends what the work returns, or its error. @param name of the endpoint in the log. */
export const answered =
  (name: string, status: 200 | 201, work: (request: Request) => Promise<object>): RequestHandler =>
  async (request, response) => {
    note(request, { endpoint: name });
    response.set(NO_STORE);
    try {
      response.status(status).json(await work(request));
    } catch (error) {
      sendFailure(request, response, error);
    }
  };

function sendFailure(request: Request, response: Response, thrown: unknown): void {
  if (thrown instanceof OAuthError) {
    note(request, { error: thrown.code === 'invalid_grant' ? 'token_invalid' : 'invalid_parameter' });
    const status = thrown.code === 'invalid_client' ? 401 : 400;
    response.status(status).json({ error: thrown.code, error_description: thrown.message });
    return;
  }
  const error = asServiceError(thrown);
  note(request, { error: error.code });
  logCause(contextOf(request).log, error, thrown);
  const code = error.status >= 500 || error.status === 429 ? 'temporarily_unavailable' : 'invalid_request';
  response.status(error.status).set(error.headers).json({ error: code, error_description: error.message });
}

const FORM_BYTES = '16kb';
const parseForm: RequestHandler = express.urlencoded({ extended: false, limit: FORM_BYTES, parameterLimit: 50 });

/** Reads the body of a form. One that is malformed, too large or of another type counts as an empty one. */
export const readForm: RequestHandler = (request, response, next) => {
  void parseForm(request, response, (error?: unknown) => {
    if (error !== undefined) request.body = {};
    next();
  });
};

/** Returns a parameter. @throws OAuthError `invalid_request` when it is given twice (RFC 6749, 3.1). */
export function optional(fields: Fields | undefined, name: string): string | undefined {
  const value = fields?.[name];
  if (Array.isArray(value)) throw new OAuthError('invalid_request', `\`${name}\` is given more than once.`);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns a parameter. @throws OAuthError `invalid_request` when it is missing or given twice. */
export function required(fields: Fields | undefined, name: string): string {
  const value = optional(fields, name);
  if (value === undefined) throw new OAuthError('invalid_request', `\`${name}\` is missing.`);
  return value;
}

/** Returns the error of the API for an error of OAuth, for pages. */
export const asPageError = (error: unknown): unknown =>
  error instanceof OAuthError ? new ServiceError('invalid_parameter', error.message) : error;
