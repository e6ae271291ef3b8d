/**
 * Traces: which part of a request took how long, across processes. Off unless an endpoint is set; then the SDK of
 * OpenTelemetry is loaded, and only then.
 */
import type { Logger } from '../logger.js';
import { httpUrl } from '../settings.js';

/** Ids, figures and words of closed sets: never anything of a document, a target or a secret. */
export type SpanAttributes = Record<string, string | number | boolean>;

export interface Span {
  /** Names the span when its name is known at its end only. */
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. @param code a word of a closed set, never a message: messages may quote content. */
  fail(code: string): void;
}

export interface SpanOptions {
  /** `internal` unless given. */
  kind?: 'server' | 'producer' | 'consumer' | 'client' | 'internal';
  /** A span of another process, as a W3C `traceparent`; what is none is ignored. Without it the current span is the parent. */
  parent?: string | undefined;
  attributes?: SpanAttributes;
}

export interface Tracing {
  readonly isOn: boolean;
  /**
   * Does work in a span that ends with it. What the work throws marks the span as failed and is thrown on.
   *
   * @param name of a closed set.
   */
  span<Result>(name: string, options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>;
  /** Leaves a span of what is over by now. @param milliseconds how long it took. */
  past(name: string, milliseconds: number, options: SpanOptions): void;
  /** The current span as a W3C `traceparent`, for the process that works on; undefined when there is none. */
  traceparent(): string | undefined;
  /** Sends what is left, for two seconds at most. */
  close(): Promise<void>;
}

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
