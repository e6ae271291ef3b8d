/** Asynchronous jobs and batches. */
import { SecretBox } from '@toolpress/runtime';
import { scoped } from '../api/scopes.js';
import { jobMetrics } from '../monitoring/metrics.js';
import type { Part } from '../part.js';
import { Archives } from './batches/archives.js';
import { batchJobs } from './batches/batch-jobs.js';
import { BatchSweep } from './batches/batch-sweep.js';
import { Batches } from './batches/batches.js';
import { batchEndpoints } from './batches/endpoints.js';
import { operatorBatchEndpoints } from './batches/operator-endpoints.js';
import { uploadEndpoints } from './batches/upload-endpoints.js';
import { Uploads } from './batches/uploads.js';
import { Dispatcher } from './dispatcher.js';
import { deferred, jobEndpoints } from './endpoints.js';
import { Inputs } from './inputs.js';
import type { TakenJob } from './job-record.js';
import { jobTools } from './job-tools.js';
import { Jobs } from './jobs.js';
import { operatorJobEndpoints } from './operator-endpoints.js';
import { Printing, SingleJobs } from './printing.js';
import { Progress } from './progress.js';

export const part: Part = (core) => {
  const { redis, store, masterKeys, accounts, files, storage, records, mounting } = core;
  const inputs = new Inputs(redis, store);
  const jobs = new Jobs({ ...core, inputs, box: new SecretBox(masterKeys, 'jobs') });
  jobs.onEnded = jobMetrics(core.metrics);
  const box = new SecretBox(masterKeys, 'batches');
  const uploads = new Uploads({ ...core, inputs, storage, box });
  const batches = new Batches({ ...core, inputs, jobs, uploads, box });
  const tools = jobTools(core.tools);
  const archives = new Archives({ jobs, batches, tools, files, queue: core.queue, sealer: core.sealer });
  const progress = new Progress(core.isStopping);
  const printing = new Printing({ ...mounting, jobs, tools, accounts, publish: core.publish });
  const single = new SingleJobs({ ...core, jobs, tools, printing });
  const batch = batchJobs({ ...mounting, jobs, batches, archives, tools, printing });
  const kindOf = (job: TakenJob) => (job.row === undefined ? single : batch(job));
  return {
    endpoints: [
      ...scoped(
        ['pdf'],
        [
          ...jobEndpoints({ jobs, tools, files, progress }),
          ...batchEndpoints({ jobs, batches, archives, tools, progress, records, charges: mounting.charges }),
          ...uploadEndpoints(uploads),
        ],
      ),
      ...operatorJobEndpoints({ redis, accounts, jobs }),
      ...operatorBatchEndpoints({ redis, accounts, jobs, batches, archives }),
    ],
    data: [jobs, batches, uploads],
    defer: deferred(jobs),
    begin(shutdown) {
      inputs.begin();
      const dispatcher = new Dispatcher({ ...core, jobs, kindOf });
      shutdown.add('jobs', () => dispatcher.close());
      const sweep = new BatchSweep(core);
      shutdown.add('sweep of batches', () => sweep.close());
    },
  };
};
