/** Looks at every job as it comes and goes: figures, the service's pulse, a line in the log. */
import type { RenderReply } from '@toolpress/contract';
import type { RenderContext, RenderHandler } from '@toolpress/queue';
import type { Pulse } from '@toolpress/runtime';
import type { RenderMetrics, RenderOutcome } from './render-metrics.js';

export class ObservedJobs {
  /** How many jobs are at work. */
  busy = 0;

  constructor(
    private readonly metrics: RenderMetrics,
    private readonly pulse: Pulse,
  ) {}

  /** @returns the handler, observed. */
  observe(handler: RenderHandler): RenderHandler {
    return async (job, context) => {
      this.taken(context);
      const begun = performance.now();
      try {
        const reply = await handler(job, context);
        this.ended(reply.ok ? 'success' : reply.error.code, begun, context, reply);
        return reply;
      } catch (error) {
        this.ended('failed', begun, context);
        throw error;
      }
    };
  }

  private taken({ attempt, waitedMs }: RenderContext): void {
    this.busy += 1;
    if (attempt > 1) return; // what follows a failure is no waiting
    this.metrics.waited(waitedMs / 1_000);
    this.pulse.time('wait', waitedMs / 1_000);
  }

  private ended(outcome: RenderOutcome, begun: number, context: RenderContext, reply?: RenderReply): void {
    this.busy -= 1;
    const seconds = (performance.now() - begun) / 1_000;
    this.metrics.rendered(outcome, seconds);
    this.pulse.time('render', seconds);
    const file = reply?.ok ? reply.file : undefined;
    if (file !== undefined) {
      this.metrics.made(file);
      this.pulse.count('pdfs');
    }
    const { attempt, waitedMs, log } = context;
    const figures = file === undefined ? {} : { pages: file.pageCount, bytes: file.sizeBytes };
    // The file's id is left out on purpose: it is as good as the file.
    log.info({ outcome, milliseconds: Math.round(seconds * 1_000), waitedMs, attempt, ...figures }, 'job');
  }
}
