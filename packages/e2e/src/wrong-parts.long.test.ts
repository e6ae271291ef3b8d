import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  freePort,
  type StartedProcess,
  startApp,
  startRedis,
  type TestRedis,
  type TestS3,
  testS3,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const APPS = ['gateway', 'worker'] as const;
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

function start(app: (typeof APPS)[number], env: Record<string, string>): StartedProcess {
  const own = { PORT: '0', HOST: '127.0.0.1', PUBLIC_URL: 'http://127.0.0.1', ADMIN_TOKEN: 'a'.repeat(32), MASTER_KEY };
  const { CHROME_PATH = '' } = process.env;
  return startApp(app, { ...own, CHROME_PATH, ...env });
}

/** @returns the exit code of a start that failed; `serves` of one that did not. */
const codeUnless = (process: StartedProcess): Promise<number | null | 'serves'> =>
  process.waitFor(/"msg":"(?:ready"|started )/).then(
    () => 'serves' as const,
    () => process.end('SIGKILL'),
  );

describe('A start with Redis set up wrongly', () => {
  let redis: TestRedis;
  let folder: string;
  before(async () => {
    redis = await startRedis();
    folder = await mkdtemp(join(tmpdir(), 'toolpress-files-'));
    await redis.command('ACL', 'SETUSER', 'reader', 'on', '>reader-password', '~*', '&*', '+@all', '-@write');
    await redis.command('ACL', 'SETUSER', 'elsewhere', 'on', '>elsewhere-password', '~other:*', '&*', '+@all');
    await redis.command('ACL', 'SETUSER', 'deaf', 'on', '>deaf-password', '~*', 'resetchannels', '+@all');
    await redis.command(
      'ACL',
      'SETUSER',
      'toolpress',
      'on',
      '>right-password',
      '~toolpress:*',
      '&toolpress:*',
      '+@all',
    );
  });
  after(async () => {
    await redis.stop();
    await rm(folder, { recursive: true });
  });
  const address = (): string => new URL(redis.url).host;

  for (const app of APPS) {
    for (const [fault, credentials, database, said] of [
      ['a wrong password', 'reader:wrong-password', '', /WRONGPASS/],
      ['a user that is not there', 'nobody:wrong-password', '', /WRONGPASS/],
      ['a database that is not there', '', '/99', /DB index is out of range/],
      ['a user who may not write', 'reader:reader-password', '', /NOPERM/],
      ['a user who may not touch our keys', 'elsewhere:elsewhere-password', '', /NOPERM/],
      ['a user who may not publish', 'deaf:deaf-password', '', /NOPERM/],
    ] as const) {
      it(`ends the ${app} with 1 and says what is wrong: ${fault}`, async () => {
        const url = `redis://${credentials && `${credentials}@`}${address()}${database}`;
        const process = start(app, { REDIS_URL: url, STORAGE_FOLDER: folder });
        const code = await codeUnless(process);
        await process.end('SIGKILL');
        expect(code, process.output()).to.equal(1);
        expect(process.output())
          .to.match(/REDIS_URL/)
          .and.match(said)
          .and.include(address());
        const [, password = 'none'] = credentials.split(':');
        expect(process.output()).not.to.include(password);
      });
    }

    it(`starts the ${app} as a user who may touch only the service’s keys and channels`, async () => {
      const url = `redis://toolpress:right-password@${address()}`;
      const process = start(app, { REDIS_URL: url, STORAGE_FOLDER: folder });
      await process.waitFor(/"msg":"ready"/);
      await process.end();
      expect(process.output()).not.to.match(/NOPERM/);
    });
  }

  it('ends both with 1 where a password is needed and none is given', async () => {
    const locked = await startRedis();
    await locked.command('CONFIG', 'SET', 'requirepass', 'needed-password');
    for (const app of APPS) {
      const process = start(app, { REDIS_URL: locked.url, STORAGE_FOLDER: folder });
      const code = await codeUnless(process);
      await process.end('SIGKILL');
      expect(code, process.output()).to.equal(1);
      expect(process.output()).to.match(/NOAUTH/);
    }
    await locked.stop();
  });
});

describe('A start with the file store set up wrongly', () => {
  let redis: TestRedis;
  let s3: TestS3;
  before(async function () {
    const store = await testS3();
    if (store === undefined) return this.skip();
    s3 = store;
    redis = await startRedis();
  });
  after(async () => {
    await redis?.stop();
    await s3?.stop();
  });

  const storage = (change: Record<string, string>): Record<string, string> => ({
    REDIS_URL: redis.url,
    STORAGE: 's3',
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: 'wrong-parts',
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    ...change,
  });

  for (const app of APPS) {
    for (const [fault, change, said] of [
      ['a wrong secret', { S3_SECRET_KEY: 'not-the-secret-key' }, /S3_SECRET_KEY.*SignatureDoesNotMatch/s],
      ['an unknown access key', { S3_ACCESS_KEY: 'nobody-at-all' }, /S3_ACCESS_KEY.*InvalidAccessKeyId/s],
    ] as const) {
      it(`ends the ${app} with 1 and names the setting: ${fault}`, async () => {
        const process = start(app, storage(change));
        const code = await codeUnless(process);
        await process.end('SIGKILL');
        expect(code, process.output()).to.equal(1);
        expect(process.output()).to.match(said).and.include(new URL(s3.endpoint).host);
        for (const secret of [s3.secretKey, 'not-the-secret-key']) expect(process.output()).not.to.include(secret);
      });
    }

    it(`lets the ${app} wait, and names the address that does not answer: a wrong host, a wrong port, another server`, async () => {
      const other = createServer(
        (socket) =>
          void socket
            .resume()
            .on('error', () => undefined)
            .end('+PONG\r\n'),
      ).listen(0, '127.0.0.1');
      await once(other, 'listening');
      const port = await freePort();
      for (const [endpoint, reason] of [
        ['http://nobody.invalid:9000', /(ENOTFOUND|EAI_AGAIN) nobody\.invalid/],
        [`http://127.0.0.1:${port}`, new RegExp(`ECONNREFUSED 127\\.0\\.0\\.1:${port}`)],
        [`http://127.0.0.1:${(other.address() as AddressInfo).port}`, /HPE_INVALID|Parse Error/],
      ] as const) {
        const process = start(app, storage({ S3_ENDPOINT: endpoint }));
        expect(await codeUnless(process), process.output()).to.equal('serves');
        const output = process.output();
        await process.end('SIGKILL');
        const warned = output.split('\n').filter((line) => line.includes('"msg":"the file store is unavailable'));
        expect(warned, output).to.have.lengthOf(1);
        expect(warned[0]).to.include('"level":"warn"').and.match(reason).and.include(endpoint);
        expect(output).not.to.include(s3.secretKey);
      }
      other.close();
      await once(other, 'close');
    });
  }
});
