import { ServiceError } from '@toolpress/contract';
import { withTimeout } from '@toolpress/runtime';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { fromStore } from './expiring-store.js';
import { expectUnavailable } from './testing/files.js';

describe('a call to the store', () => {
  it('that fails becomes an error without inner detail, with the cause for the log', async () => {
    const cause = new Error('ENOSPC: no space left on device, write /data/files/incoming/x');
    await expectUnavailable(() => fromStore(() => Promise.reject(cause)));
    const error = await fromStore(() => Promise.reject(cause)).catch((reason: ServiceError) => reason);
    expect(error).to.have.property('cause', cause);
  });

  it('that was already judged keeps its judgement', async () => {
    const judged = new ServiceError('file_unknown', 'There is no file of this id.');
    expect(await fromStore(() => Promise.reject(judged)).catch((reason: unknown) => reason)).to.equal(judged);
  });

  it('is waited for until its time is up', async () => {
    const silent = (): Promise<never> => new Promise(() => undefined);
    await expectUnavailable(() => fromStore(() => withTimeout(silent(), 20)));
    expect(await withTimeout(Promise.resolve('in time'), 1_000)).to.equal('in time');
  });
});
