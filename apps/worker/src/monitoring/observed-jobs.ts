/** Observes every job: metrics, a trace, a line in the log. */
import type { ErrorCode, RenderReply } from '@toolpress/contract';
import { Postponed, type RenderContext, type RenderHandler, type SentDocument } from '@toolpress/queue';
import { Counter, Histogram, type Metrics, type SpanOptions, type Tracing } from '@toolpress/runtime';

/** How a job ended: with a PDF, with the caller's error, or with a failure of the service. */
type RenderOutcome = 'success' | 'failed' | ErrorCode;

function outcomeOf(reply: RenderReply): RenderOutcome {
  if (reply.ok) return 'success';
  return reply.error.reason === 'store_unavailable' ? 'failed' : reply.error.code;
}

const RENDER_BUCKETS = [0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 20, 30, 60];
const WAIT_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60];

export class ObservedJobs {
  /** The number of running jobs. */
  busy = 0;

  private readonly duration: Histogram<'outcome'>;
  private readonly wait: Histogram;
  private readonly pages: Counter;
  private readonly bytes: Counter;

  constructor(
    metrics: Metrics,
    private readonly tracing: Tracing,
  ) {
    const registers = [metrics];
    this.duration = new Histogram({
      name: 'toolpress_render_duration_seconds',
      help: 'From taking a job to its end: filling, checking, printing, storing; by how it ended.',
      labelNames: ['outcome'],
      buckets: RENDER_BUCKETS,
      registers,
    });
    this.duration.zero({ outcome: 'failed' }); // an alert counts from the first failure
    this.wait = new Histogram({
      name: 'toolpress_render_queue_wait_seconds',
      help: 'How long a job waited until a worker took it for the first time.',
      buckets: WAIT_BUCKETS,
      registers,
    });
    this.pages = new Counter({ name: 'toolpress_render_pages_total', help: 'Pages of the PDFs made.', registers });
    this.bytes = new Counter({ name: 'toolpress_render_bytes_total', help: 'Bytes of the PDFs made.', registers });
  }

  /** Returns a handler that observes the given one. */
  observe(handler: RenderHandler): RenderHandler {
    return async (document, context) => {
      this.taken(document, context);
      const begun = performance.now();
      try {
        const reply = await this.traced(document, context, () => handler(document, context));
        this.ended(outcomeOf(reply), performance.now() - begun, context, reply);
        return reply;
      } catch (error) {
        if (!(error instanceof Postponed)) this.ended('failed', performance.now() - begun, context);
        throw error;
      } finally {
        this.busy -= 1;
      }
    };
  }

  private traced(
    document: SentDocument,
    { attempt }: RenderContext,
    work: () => Promise<RenderReply>,
  ): Promise<RenderReply> {
    const attributes = { 'toolpress.request_id': document.requestId, 'toolpress.attempt': attempt };
    const options: SpanOptions = { kind: 'consumer', parent: document.traceparent, attributes };
    return this.tracing.span('render', options, async (span) => {
      const reply = await work();
      if (reply.ok && reply.file)
        span.set({ 'toolpress.pages': reply.file.pageCount, 'toolpress.bytes': reply.file.sizeBytes });
      else if (!reply.ok) span.set({ 'error.type': reply.error.code });
      return reply;
    });
  }

  private taken({ traceparent }: SentDocument, { attempt, waitedMs }: RenderContext): void {
    this.busy += 1;
    if (attempt > 1) return; // the time after a failure is not waiting time
    this.tracing.past('wait for a worker', waitedMs, { parent: traceparent });
    this.wait.observe(waitedMs / 1_000);
  }

  /** Records a job after its reply was sent. */
  private ended(outcome: RenderOutcome, milliseconds: number, context: RenderContext, reply?: RenderReply): void {
    setImmediate(() => {
      this.duration.observe({ outcome }, milliseconds / 1_000);
      const file = reply?.ok ? reply.file : undefined;
      if (file !== undefined) {
        this.pages.inc(file.pageCount);
        this.bytes.inc(file.sizeBytes);
      }
      const { attempt, waitedMs, log } = context;
      const size = file === undefined ? {} : { pages: file.pageCount, bytes: file.sizeBytes };
      // The file's id is not logged, because it is half of the file's link.
      log.info({ outcome, milliseconds: Math.round(milliseconds), waitedMs, attempt, ...size }, 'job');
    });
  }
}
