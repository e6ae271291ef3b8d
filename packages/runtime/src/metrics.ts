/** Metrics in Prometheus' format. Labels have fixed sets of values and never contain input of callers. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export { Counter, Gauge, Histogram };

/** The sampling interval of the event loop in milliseconds. Node.js includes it in the measured delay. */
const LOOP_RESOLUTION_MS = 50;

/**
 * Creates the registry of a process with the default Node.js metrics.
 *
 * @param service the value of the label `service` of every metric: `gateway`, `worker`.
 */
export function createMetrics(service: string, version: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const info = new Gauge({
    name: 'toolpress_info',
    help: 'Always 1; the label is the running version.',
    labelNames: ['version'],
    registers: [registry],
  });
  info.set({ version }, 1);
  watchEventLoop(registry);
  return registry;
}

/** Measures the longest blocking of the event loop since the last scrape. */
function watchEventLoop(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  delay.enable();
  new Gauge({
    name: 'toolpress_event_loop_delay_max_seconds',
    help: 'The longest blocking of the event loop since the last scrape.',
    registers: [registry],
    collect() {
      this.set(Math.max(0, delay.max / 1e9 - LOOP_RESOLUTION_MS / 1e3));
      delay.reset();
    },
  });
}

export type Metrics = Registry;
