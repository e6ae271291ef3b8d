/** Specification 4.1: what the HTTP request tool takes, and 2.2: what it answers. */
import Joi from 'joi';
import { anyJson, type Infer, integer, jsonObjectOrList, oneOf, shape, text } from './schema.js';

export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

type HeaderValue = string | number | boolean;

export const HttpRequest = shape(
  {
    method: oneOf(...HTTP_METHODS)
      .description('HTTP method to use.')
      .example('GET'),
    url: text()
      .description('Full URL to request, `https://` or `http://`; public addresses only.')
      .example('https://api.example.com/orders/4711'),
  },
  {
    headers: Joi.object<Record<string, HeaderValue>>()
      .pattern(Joi.string(), Joi.alternatives(Joi.string().allow(''), Joi.number(), Joi.boolean()))
      .max(100)
      .description('Headers to send, name to value; all but those that frame the connection.')
      .example({ accept: 'application/json' }),
    body: jsonObjectOrList().description('Sent as JSON; not with GET.'),
  },
);
export type HttpRequest = Infer<typeof HttpRequest>;

export const HttpResult = shape(
  {
    status: integer().description('Status that the target answered, whatever it is.'),
    headers: Joi.object<Record<string, string | string[]>>()
      .unknown(true)
      .description('Headers of the answer; repeated ones joined, `set-cookie` a list.'),
    body: anyJson().description(
      'Parsed when the answer is JSON; else its text; base64 when it is neither; null when there is none.',
    ),
  },
  { body_encoding: oneOf('base64').description('There when `body` is base64.') },
);
export type HttpResult = Infer<typeof HttpResult>;
