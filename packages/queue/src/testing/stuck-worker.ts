/** A worker that takes a job and never finishes it: for the test that kills it. */
import { createLogger } from '@toolpress/runtime';
import { consume } from '../consume.js';

consume(
  process.argv[2] ?? '',
  async () => {
    process.stdout.write('has a job\n');
    return new Promise(() => undefined);
  },
  { concurrency: 1, logger: createLogger('stuck', 'silent'), lockMs: 600 },
);
process.stdout.write('waiting for jobs\n');
