/** Traces by OpenTelemetry's SDK, sent to a collector in batches, off the way of requests. */
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
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { ServiceError } from '@toolpress/contract';
import type { Logger } from '../logger.js';
import { withTimeout } from '../with-timeout.js';
import { reportingExporter } from './reporting-exporter.js';
import { spanContextOf, traceparentOf } from './traceparent.js';
import type { Span, SpanOptions, Tracing } from './tracing.js';

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
  service: string;
  version: string;
  logger: Logger;
}

export class OtlpTracing implements Tracing {
  readonly isOn = true;
  /** The context of what is being done. Ours alone: nothing global is set, so no library traces on its own. */
  private readonly current = new AsyncLocalStorage<Context>();
  private readonly provider: NodeTracerProvider;
  private readonly tracer: Tracer;

  constructor({ endpoint, service, version, logger }: OtlpTracingOptions) {
    const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
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
    return span && traceparentOf(span.spanContext());
  }

  async close(): Promise<void> {
    await withTimeout(this.provider.shutdown(), CLOSE_LIMIT_MS, () => undefined);
  }

  private parentOf({ parent }: SpanOptions): Context {
    const remote = spanContextOf(parent);
    return remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : (this.current.getStore() ?? ROOT_CONTEXT);
  }
}

const spanOptions = ({ kind = 'internal', attributes = {} }: SpanOptions) => ({ kind: KINDS[kind], attributes });

const handle = (span: OtelSpan): Span => ({
  rename: (name) => void span.updateName(name),
  set: (attributes) => void span.setAttributes(attributes),
  fail: (code) => void span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR }),
});
