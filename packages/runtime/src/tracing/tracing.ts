/** Traces of requests across processes. Without an endpoint they are off, and OpenTelemetry's SDK is not loaded. */

import { text } from '@toolpress/contract';
import { httpUrl, SECRET } from '../config.js';
import type { Span, Tracing } from './span.js';

export type { Span, SpanAttributes, SpanOptions, Tracing } from './span.js';

import type { Logger } from '../logger.js';

const NO_SPAN: Span = { rename: () => undefined, set: () => undefined, fail: () => undefined };

/** Runs the work without tracing. */
export const NO_TRACING: Tracing = {
  isOn: false,
  span: (_name, _options, work) => work(NO_SPAN),
  past: () => undefined,
  traceparent: () => undefined,
  close: async () => undefined,
};

/** Pairs that OpenTelemetry reads. It would omit any other one without an error. */
const HEADERS = /^(?:(?:^|,)\s*[\w!#$&'*+.^`|~-]+\s*=\s*(?:%[\da-f]{2}|[^%,;\s])(?:%[\da-f]{2}|[^%,;])*)+$/i;

/** The environment variable of both apps, with the standard name of OpenTelemetry. */
export const tracingOptional = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl().description('collector of traces (OTLP over HTTP)'),
  OTEL_EXPORTER_OTLP_HEADERS: text()
    .pattern(HEADERS)
    .message('{{#label}} must be headers as name=value, separated by commas; write `%` as %25 and `;` as %3B')
    .description('headers for the collector: `name=value`, comma-separated')
    .meta(SECRET),
};

export interface TracingOptions {
  /** The base URL of a collector for OTLP over HTTP; undefined: no traces. */
  endpoint: string | undefined;
  /** Headers for the collector, `name=value` separated by commas. */
  headers?: string | undefined;
  /** `gateway` or `worker`. */
  service: string;
  version: string;
  logger: Logger;
}

export async function startTracing({ endpoint, ...options }: TracingOptions): Promise<Tracing> {
  if (endpoint === undefined) return NO_TRACING;
  const { OtlpTracing } = await import('./otlp-tracing.js');
  return new OtlpTracing({ ...options, endpoint });
}
