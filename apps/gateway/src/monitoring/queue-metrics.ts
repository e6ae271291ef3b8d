import { Gauge, type Metrics } from '@toolpress/runtime';
import type { QueueFigures } from './queue-figures.js';

const STATES = ['waiting', 'active', 'delayed', 'failed', 'completed'] as const;

/** Figures of the queue and its workers: of the whole service, whichever gateway is asked. Absent while Redis is away. */
export function meterQueue(registry: Metrics, figures: () => Promise<QueueFigures>): void {
  const registers = [registry];
  const known = () => figures().catch(() => undefined);
  new Gauge({
    name: 'toolpress_queue_jobs',
    help: 'Jobs in the queue of documents, by state; finished ones are kept for a while.',
    labelNames: ['state'],
    registers,
    async collect() {
      const queue = (await known())?.queue;
      for (const state of STATES) {
        if (queue === undefined) this.remove(state);
        else this.set({ state }, queue[state]);
      }
    },
  });
  new Gauge({
    name: 'toolpress_queue_oldest_waiting_seconds',
    help: 'How long the job that waits longest has waited; 0 when none waits.',
    registers,
    async collect() {
      const queue = (await known())?.queue;
      if (queue === undefined) this.remove();
      else this.set(queue.oldestWaitingSeconds);
    },
  });
  new Gauge({
    name: 'toolpress_workers',
    help: 'Workers that gave a sign of life within five seconds.',
    registers,
    async collect() {
      const workers = (await known())?.workers;
      if (workers === undefined) this.remove();
      else this.set(workers.filter(({ alive }) => alive).length);
    },
  });
}
