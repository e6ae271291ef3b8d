/**
 * Traces: which part of a request took how long, across processes. Off unless an endpoint is set; then the SDK of
 * OpenTelemetry is loaded, and only then.
 */

import { httpUrl } from '../config.js';
import type { Span, Tracing } from './span.js';

export type { Span, SpanAttributes, SpanOptions, Tracing } from './span.js';

import type { Logger } from '../logger.js';

const NO_SPAN: Span = { rename: () => undefined, set: () => undefined, fail: () => undefined };

/** Does the work and nothing else. */
export const NO_TRACING: Tracing = {
  isOn: false,
  span: (_name, _options, work) => work(NO_SPAN),
  past: () => undefined,
  traceparent: () => undefined,
  close: async () => undefined,
};

/** The environment variable of both apps: it has OpenTelemetry's own name, as everybody who runs a collector knows it. */
export const tracingOptional = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl().description(
    'a collector of traces (OTLP over HTTP); without it there are none',
  ),
};

export interface TracingOptions {
  /** Base URL of a collector that takes OTLP over HTTP; undefined: no traces. */
  endpoint: string | undefined;
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
