/** Traces with OpenTelemetry's SDK, sent to a collector in batches in the background. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, parseKeyPairsIntoRecord, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node';
import { ServiceError } from '@toolpress/contract';
import { withoutSlash } from '../config.js';
import { reasonOf } from '../logged-error.js';
import type { Logger } from '../logger.js';
import { withTimeout } from '../timing.js';
import type { Span, SpanOptions, Tracing } from './span.js';

const CLOSE_LIMIT_MS = 2_000;

const KINDS = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

export interface OtlpTracingOptions {
  endpoint: string;
  headers?: string | undefined;
  service: string;
  version: string;
  logger: Logger;
}

export class OtlpTracing implements Tracing {
  readonly isOn = true;
  /** The current context. It is not registered globally, so that no library creates spans itself. */
  private readonly current = new AsyncLocalStorage<Context>();
  private readonly provider: NodeTracerProvider;
  private readonly tracer: Tracer;

  constructor({ endpoint, headers, service, version, logger }: OtlpTracingOptions) {
    const exporter = new OTLPTraceExporter({
      url: `${withoutSlash(endpoint)}/v1/traces`,
      headers: parseKeyPairsIntoRecord(headers),
    });
    this.provider = new NodeTracerProvider({
      resource: resourceFromAttributes({
        'service.name': `toolpress-${service}`,
        'service.version': version,
        'service.instance.id': randomUUID(),
      }),
      spanProcessors: [new BatchSpanProcessor(reportingExporter(exporter, logger))],
    });
    this.tracer = this.provider.getTracer('toolpress');
  }

  async span<Result>(name: string, options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result> {
    const parent = this.parentOf(options);
    const span = this.tracer.startSpan(name, spanOptions(options), parent);
    try {
      return await this.current.run(trace.setSpan(parent, span), () => work(handle(span)));
    } catch (error) {
      handle(span).fail(error instanceof ServiceError ? error.code : 'internal');
      throw error;
    } finally {
      span.end();
    }
  }

  past(name: string, milliseconds: number, options: SpanOptions): void {
    const end = Date.now();
    const startTime = end - milliseconds;
    this.tracer.startSpan(name, { ...spanOptions(options), startTime }, this.parentOf(options)).end(end);
  }

  traceparent(): string | undefined {
    const span = trace.getSpan(this.current.getStore() ?? ROOT_CONTEXT);
    if (span === undefined) return undefined;
    const { traceId, spanId, traceFlags } = span.spanContext();
    return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
  }

  async close(): Promise<void> {
    await withTimeout(this.provider.shutdown(), CLOSE_LIMIT_MS, () => undefined);
  }

  private parentOf({ parent }: SpanOptions): Context {
    const remote = parseTraceParent(parent ?? ''); // the value may be hostile
    if (remote === null) return this.current.getStore() ?? ROOT_CONTEXT;
    return trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
  }
}

const spanOptions = ({ kind = 'internal', attributes = {} }: SpanOptions) => ({ kind: KINDS[kind], attributes });

const handle = (span: OtelSpan): Span => ({
  rename: (name) => void span.updateName(name),
  set: (attributes) => void span.setAttributes(attributes),
  fail: (code) => void span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR }),
});

/** Wraps the exporter to log the start and the end of an outage of the collector. */
function reportingExporter(exporter: SpanExporter, logger: Logger): SpanExporter {
  let isUnavailable = false;
  const report = (problem: Error | undefined): void => {
    if (problem !== undefined && !isUnavailable)
      logger.warn({ reason: reasonOf(problem) }, 'the collector of traces is unavailable');
    else if (problem === undefined && isUnavailable) logger.info('the collector of traces is available again');
    isUnavailable = problem !== undefined;
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        report(result.code === ExportResultCode.SUCCESS ? undefined : (result.error ?? new Error('not delivered')));
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
