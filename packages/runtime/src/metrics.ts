/** Figures for dashboards, in Prometheus' format. No label ever comes from a caller: every set of values is closed. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export { Counter, Gauge, Histogram };

/** How often the event loop is looked at, milliseconds. Node.js counts this pause into what it measures. */
const LOOP_RESOLUTION_MS = 10;

/**
 * A registry of a process's own, with the figures that every Node.js process has.
 *
 * @param service stands at every figure as the label `service`: `gateway`, `worker`.
 */
export function createMetrics(service: string, version: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const info = new Gauge({
    name: 'toolpress_info',
    help: 'Always 1; the label says which version runs.',
    labelNames: ['version'],
    registers: [registry],
  });
  info.set({ version }, 1);
  watchEventLoop(registry);
  return registry;
}

/** The longest time since the last scrape in which the process could do nothing else. */
function watchEventLoop(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  delay.enable();
  new Gauge({
    name: 'toolpress_event_loop_delay_max_seconds',
    help: 'The longest that the event loop was held up since the last scrape.',
    registers: [registry],
    collect() {
      this.set(Math.max(0, delay.max / 1e9 - LOOP_RESOLUTION_MS / 1e3));
      delay.reset();
    },
  });
}

export type Metrics = Registry;
