import { CLOCK_FAULTS } from './clock-faults.js';
import type { Fault } from './experiment.js';
import { FAILOVER_FAULTS } from './failovers.js';
import { PROCESS_FAULTS } from './process-faults.js';
import { REDIS_FAULTS } from './redis-faults.js';
import { STORE_FAULTS } from './store-faults.js';

/** All faults, in the order of the table. */
export const FAULTS: readonly Fault[] = [
  ...PROCESS_FAULTS,
  ...REDIS_FAULTS,
  ...FAILOVER_FAULTS,
  ...STORE_FAULTS,
  ...CLOCK_FAULTS,
];
