/** Looks at every job as it comes and goes: figures, the service's throughput, a line in the log. */
import type { RenderJob, RenderReply } from '@toolpress/contract';
import { Postponed, type RenderContext, type RenderHandler } from '@toolpress/queue';
import type { SpanOptions, Throughput, Tracing } from '@toolpress/runtime';
import type { RenderMetrics, RenderOutcome } from './metrics.js';

export interface JobWatchers {
  metrics: RenderMetrics;
  throughput: Throughput;
  tracing: Tracing;
}

export class ObservedJobs {
  /** How many jobs are at work. */
  busy = 0;

  constructor(private readonly watchers: JobWatchers) {}

  /** @returns the handler, observed. */
  observe(handler: RenderHandler): RenderHandler {
    return async (job, context) => {
      this.taken(job, context);
      const begun = performance.now();
      try {
        const reply = await this.traced(job, context, () => handler(job, context));
        this.ended(reply.ok ? 'success' : reply.error.code, performance.now() - begun, context, reply);
        return reply;
      } catch (error) {
        if (!(error instanceof Postponed)) this.ended('failed', performance.now() - begun, context);
        throw error;
      } finally {
        this.busy -= 1;
      }
    };
  }

  private traced(job: RenderJob, { attempt }: RenderContext, work: () => Promise<RenderReply>): Promise<RenderReply> {
    const attributes = { 'toolpress.request_id': job.requestId, 'toolpress.attempt': attempt };
    const options: SpanOptions = { kind: 'consumer', parent: job.traceparent, attributes };
    return this.watchers.tracing.span('render', options, async (span) => {
      const reply = await work();
      if (reply.ok) span.set({ 'toolpress.pages': reply.file.pageCount, 'toolpress.bytes': reply.file.sizeBytes });
      else span.set({ 'error.type': reply.error.code });
      return reply;
    });
  }

  private taken({ traceparent }: RenderJob, { attempt, waitedMs }: RenderContext): void {
    this.busy += 1;
    if (attempt > 1) return; // what follows a failure is no waiting
    const { metrics, throughput, tracing } = this.watchers;
    tracing.past('wait for a worker', waitedMs, { parent: traceparent });
    metrics.waited(waitedMs / 1_000);
    throughput.time('wait', waitedMs / 1_000);
  }

  /** Writes it all down when the reply is on its way. */
  private ended(outcome: RenderOutcome, milliseconds: number, context: RenderContext, reply?: RenderReply): void {
    setImmediate(() => this.note(outcome, milliseconds, context, reply));
  }

  private note(outcome: RenderOutcome, milliseconds: number, context: RenderContext, reply?: RenderReply): void {
    const { metrics, throughput } = this.watchers;
    const seconds = milliseconds / 1_000;
    metrics.rendered(outcome, seconds);
    throughput.time('render', seconds);
    const file = reply?.ok ? reply.file : undefined;
    if (file !== undefined) {
      metrics.made(file);
      throughput.count('pdfs');
    }
    const { attempt, waitedMs, log } = context;
    const figures = file === undefined ? {} : { pages: file.pageCount, bytes: file.sizeBytes };
    // The file's id is left out on purpose: it is half of the file's link.
    log.info({ outcome, milliseconds: Math.round(milliseconds), waitedMs, attempt, ...figures }, 'job');
  }
}
