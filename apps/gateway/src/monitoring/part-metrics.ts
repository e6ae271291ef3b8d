import { Gauge, type Metrics } from '@toolpress/runtime';
import type { Readiness } from './readiness.js';

/** Whether the parts answer, as `/readyz` tells it: of the file store nothing else says so while no document comes. */
export function meterParts(registry: Metrics, readiness: () => Promise<Readiness>): void {
  new Gauge({
    name: 'toolpress_part_up',
    help: 'Whether a part of the service answers this gateway: 1 or 0.',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      for (const [part, { there }] of Object.entries(await readiness())) this.set({ part }, there ? 1 : 0);
    },
  });
}
