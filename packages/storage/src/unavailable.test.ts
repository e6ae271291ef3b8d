import { ServiceError } from '@toolpress/contract';
import { withTimeout } from '@toolpress/runtime';
import { quietLogger, serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { S3Error } from 'minio';
import { describe, it } from 'mocha';
import { expectUnavailable } from './testing/files.js';
import { OutageLog } from './unavailable.js';

const withCode = <Fault extends Error>(error: Fault, code: string): Fault => Object.assign(error, { code });
const FULL = withCode(new Error('ENOSPC: no space left on device, write /data/files/incoming/x'), 'ENOSPC');

describe('A call to the store', () => {
  const failing = (cause: Error): Promise<never> => new OutageLog().watch('writes', () => Promise.reject(cause));

  it('that fails becomes an error without inner detail, with the cause for the log', async () => {
    await expectUnavailable(() => failing(FULL));
    expect(await serviceErrorOf(() => failing(FULL))).to.have.property('cause', FULL);
  });

  it('that was already judged keeps its judgement', async () => {
    const judged = new ServiceError('file_unknown', 'There is no file of this id.');
    expect(await serviceErrorOf(() => failing(judged))).to.equal(judged);
  });

  it('is waited for until its time is up', async () => {
    const silent = (): Promise<never> => new Promise(() => undefined);
    await expectUnavailable(() => new OutageLog().watch('reads', () => withTimeout(silent(), 20)));
    expect(await withTimeout(Promise.resolve('in time'), 1_000)).to.equal('in time');
  });

  for (const code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO', 'ENOENT', 'ECONNREFUSED']) {
    it(`that fails with ${code} says that the store is the cause`, () =>
      expectUnavailable(() => failing(withCode(new Error(code), code))));
  }
  for (const code of [
    'XMinioStorageFull',
    'XMinioAdminBucketQuotaExceeded',
    'SlowDown',
    'InternalError',
    'AccessDenied',
  ]) {
    it(`that S3 refuses with ${code} says that the store is the cause`, () =>
      expectUnavailable(() => failing(withCode(new S3Error(code), code))));
  }
  for (const cause of [
    withCode(new Error('EFBIG'), 'EFBIG'),
    withCode(new S3Error('too large'), 'EntityTooLarge'),
    new TypeError('a fault of the service'),
  ]) {
    it(`that fails for the sake of one file (${cause.message}) does not, so that nothing waits for the store`, async () => {
      const { code, reason } = await serviceErrorOf(() => failing(cause));
      expect([code, reason]).to.deep.equal(['unavailable', undefined]);
    });
  }
});

describe('The log of a store', () => {
  function logged() {
    const lines: string[] = [];
    const logger = Object.assign(quietLogger(), {
      warn: ({ reason }: { reason: string }, text: string) => lines.push(`${text}: ${reason}`),
      info: (text: string) => lines.push(text),
    });
    const log = new OutageLog(logger);
    const call = async (kind: 'reads' | 'writes' | undefined, fault?: Error): Promise<void> =>
      log.watch(kind, async () => (fault === undefined ? undefined : Promise.reject(fault))).catch(() => undefined);
    return { lines, call };
  }

  it('has one line for the begin of an outage and one for its end, however many files there are', async () => {
    const { lines, call } = logged();
    for (let file = 0; file < 100; file++) await call('writes', FULL);
    expect(lines).to.deep.equal([`the file store rejects writes: ${FULL.message}`]);
    await call('reads'); // a full store can be read
    await call(undefined);
    expect(lines).to.have.lengthOf(1);
    await call('writes');
    await call('writes');
    expect(lines.slice(1)).to.deep.equal(['the file store accepts writes again']);
  });

  it('has no more lines for a store that takes only some files', async () => {
    const { lines, call } = logged();
    for (let file = 0; file < 100; file++) await call('writes', file % 2 === 0 ? FULL : undefined);
    expect(lines).to.have.lengthOf(2);
  });

  it('reports a store that stops answering, but not one that has never answered, which the start reports', async () => {
    const { lines, call } = logged();
    const away = withCode(new Error('connect ECONNREFUSED 127.0.0.1:9000'), 'ECONNREFUSED');
    await call('reads', away);
    expect(lines).to.deep.equal([]);
    await call('reads');
    await call('reads', away);
    expect(lines).to.deep.equal([`the file store is unavailable: ${away.message}`]);
  });

  it('has no line about a single file', async () => {
    const { lines, call } = logged();
    await call('writes', withCode(new Error('too large'), 'EFBIG'));
    expect(lines).to.deep.equal([]);
  });
});
