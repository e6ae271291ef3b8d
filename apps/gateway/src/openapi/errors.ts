/** The errors of each operation by status. Operations with the same errors share a component. */
import { ERRORS, type ErrorCode } from '@toolpress/contract';
import { type Endpoint, takesKey } from '../api/endpoint.js';
import { ALWAYS, headersNamed, RATE_LIMIT } from './headers.js';
import type { JsonSchema } from './schemas.js';

/** Returns all errors of an endpoint: its specific ones and those of its access, parameters and body. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  if (endpoint.access === 'open') return [...(endpoint.errors ?? []), 'headers_too_large'];
  const { params, query, body } = endpoint;
  const codes: ErrorCode[] = [
    'token_missing',
    'token_invalid',
    ...(endpoint.errors ?? []),
    'unavailable',
    'internal',
    'headers_too_large',
  ];
  if (endpoint.access === 'operator') codes.push('too_many_attempts');
  if (endpoint.access === 'caller') codes.push('account_suspended', 'rate_limited', 'concurrency_exceeded');
  if (endpoint.access === 'caller' && endpoint.tool !== undefined)
    codes.push('quota_exceeded', 'storage_quota_exceeded');
  if (endpoint.access === 'caller' && endpoint.tool === undefined && endpoint.conditions !== undefined)
    codes.push('precondition_failed', 'invalid_parameter');
  if (takesKey(endpoint)) codes.push('idempotency_conflict', 'idempotency_limit', 'invalid_parameter');
  if (params !== undefined || query !== undefined || body !== undefined) codes.push('invalid_parameter');
  const isStreamed = endpoint.access === 'caller' && endpoint.tool === undefined && endpoint.stream !== undefined;
  if (body !== undefined || isStreamed)
    codes.push('invalid_parameter', 'invalid_json', 'body_too_large', 'media_type_unsupported');
  return [...new Set(codes)];
}

const RETRIED: readonly number[] = [429, 503];

export class ErrorResponses {
  readonly components: Record<string, JsonSchema> = {};

  /** @param error the schema of error bodies. */
  constructor(private readonly error: JsonSchema) {}

  /** Returns a reference for each status of these errors. */
  of(codes: readonly ErrorCode[]): Record<string, JsonSchema> {
    const statuses = new Set(codes.map((code) => ERRORS[code].status));
    const answered = (status: number) => codes.filter((code) => ERRORS[code].status === status);
    return Object.fromEntries([...statuses].map((status) => [status, this.reference(status, answered(status))]));
  }

  private reference(status: number, codes: readonly ErrorCode[]): JsonSchema {
    const name = codes.map(inCamelCase).sort().join('Or');
    this.components[name] ??= {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join(' '),
      headers: {
        ...headersNamed(...ALWAYS, ...RATE_LIMIT, ...(RETRIED.includes(status) ? (['Retry-After'] as const) : [])),
        'X-Error-Code': { description: 'The code of the error.', schema: { type: 'string', enum: codes } },
      },
      content: { 'application/json': { schema: this.error } },
    };
    return { $ref: `#/components/responses/${name}` };
  }
}

const inCamelCase = (code: string): string =>
  code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
