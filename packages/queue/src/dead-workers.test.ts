import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { rendered } from './testing/documents.js';
import { LONG_LOCK_MS, MortalWorkers } from './testing/mortal-workers.js';

describe('A worker that dies', () => {
  let workers: MortalWorkers;
  beforeEach(async () => {
    workers = await MortalWorkers.open();
  });
  afterEach(() => workers.close());

  it('loses its jobs to another long before their locks run out', async () => {
    const doomed = await workers.start(LONG_LOCK_MS, 'holds');
    const reply = workers.submit('a document');
    await doomed.waitFor(/has a document/);
    await workers.start();
    await doomed.end('SIGKILL');
    expect(await reply).to.deep.equal(rendered('a document'));
  });
});
