/** Allows pages of configured origins to call the API from the browser. */
import { parseUrl } from '@toolpress/contract';
import cors from 'cors';
import type { RequestHandler } from 'express';
import Joi from 'joi';

/** All origins, or a list of them. */
export type CorsOrigins = '*' | string[];

/** Returns the schema of an environment variable: `*`, or `https://app.example.com, http://localhost:3000`. */
export const corsOrigins = (): Joi.AnySchema<CorsOrigins> =>
  Joi.string()
    .custom((value: string, helpers) => {
      if (value.trim() === '*') return '*';
      const origins = value.split(',').map((origin) => origin.trim());
      return origins.every(isOrigin) ? origins : helpers.error('origins.wrong');
    })
    .messages({
      'origins.wrong':
        '{{#label}} must be `*`, or origins such as `https://app.example.com`, separated by commas: scheme, lower-case host, and port unless it is the default; no path, no trailing slash',
    }) as unknown as Joi.AnySchema<CorsOrigins>;

/** Returns whether a text is an origin in the form that browsers send. */
export const isOrigin = (text: string): boolean => /^https?:[^*]+$/.test(text) && parseUrl(text)?.origin === text;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** The exposed headers that are not in the API's list of answer headers. */
const EXPOSED = ['X-Error-Code', 'Allow', 'Content-Disposition', 'Content-Range', 'Last-Modified'];
/** The longest time for which Chromium caches a preflight answer. */
const MAX_AGE_SECONDS = 7_200;

/**
 * Allows pages of the origins to read the answers. Does not allow credentials, because the page itself sends the token.
 *
 * @param answerHeaders the names of answer headers that pages may read.
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
