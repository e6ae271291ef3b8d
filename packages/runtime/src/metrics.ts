/** Figures for dashboards, in Prometheus' format. No label ever comes from a caller: every set of values is closed. */
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export { Counter, Histogram };

/** A registry of a process's own, with the figures that every Node.js process has. */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}

export type Metrics = Registry;
