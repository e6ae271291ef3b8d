/** Pages of other origins that may call the API from the browser: those that the operator names. */
import { parseUrl } from '@toolpress/contract';
import cors from 'cors';
import type { RequestHandler } from 'express';
import Joi from 'joi';

/** Any origin, or these. */
export type CorsOrigins = '*' | string[];

/** A variable of the environment: `*`, or `https://app.example.com, http://localhost:3000`. */
export const corsOrigins = (): Joi.AnySchema<CorsOrigins> =>
  Joi.string()
    .custom((value: string, helpers) => {
      if (value.trim() === '*') return '*';
      const origins = value.split(',').map((origin) => origin.trim());
      return origins.every(isOrigin) ? origins : helpers.error('origins.wrong');
    })
    .messages({
      'origins.wrong':
        '{{#label}} must be `*`, or origins such as `https://app.example.com`, separated by commas: scheme, host in lower case and port where it is not the usual one; no path, no slash behind',
    }) as unknown as Joi.AnySchema<CorsOrigins>;

/** Whether a text is an origin as browsers write it. */
export const isOrigin = (text: string): boolean => /^https?:[^*]+$/.test(text) && parseUrl(text)?.origin === text;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Of the answers' headers those that the documentation has for other reasons, or not at all. */
const EXPOSED = ['X-Error-Code', 'Allow', 'Content-Disposition', 'Content-Range', 'ETag', 'Last-Modified'];
/** As long as Chromium remembers the answer to a preflight. */
const MAX_AGE_SECONDS = 7_200;

/**
 * Lets pages of the origins read the answers. Never with credentials: a token is sent by the page itself.
 *
 * @param answerHeaders names of the headers that answers have, for the page to read.
 */
export function allowOrigins(origins: CorsOrigins, answerHeaders: readonly string[]): RequestHandler {
  const allow = cors({
    origin: origins,
    methods: METHODS,
    exposedHeaders: [...answerHeaders, ...EXPOSED],
    maxAge: MAX_AGE_SECONDS,
  });
  return (request, response, next) => {
    const isPreflight = request.get('access-control-request-method') !== undefined;
    if (request.method === 'OPTIONS' && !isPreflight) next();
    else allow(request, response, next);
  };
}
