import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createFileStore, type FileStore } from '@toolpress/storage';
import { eventually, quietLogger } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { StoreProbe } from './store-probe.js';

const run = promisify(execFile);
const INTERVALS = { afterSuccess: 10, afterFailure: 10 };

describe('The check of the file store by a write', () => {
  let disk: string;
  let store: FileStore;
  let isSmall = false;
  const said: string[] = [];
  before(async () => {
    disk = await mkdtemp(join(tmpdir(), 'toolpress-probe-'));
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
      isSmall = true;
    } catch {
      // Only root may mount; the test of a full disk is skipped.
    }
    const logger = Object.assign(quietLogger(), {
      warn: (_about: object, message: string) => said.push(message),
      info: (message: string) => said.push(message),
    });
    store = await createFileStore({ driver: 'folder', folder: disk }, logger);
    await store.prepare();
  });
  after(async () => {
    await store.close();
    if (isSmall) await run('umount', [disk]);
    await rm(disk, { recursive: true });
  });

  const files = async (): Promise<string[]> =>
    (await readdir(disk, { recursive: true })).filter((name) => name.endsWith('.xml'));

  it('succeeds and leaves no file', async () => {
    const probe = new StoreProbe(store, INTERVALS);
    await eventually(() => expect(probe.writes).to.deep.equal({ work: true }));
    await probe.close();
    expect(await files()).to.deep.equal([]);
  });

  it('reports a full disk, which still answers, once, and recovers', async function () {
    if (!isSmall) return this.skip();
    await writeFile(join(disk, 'filler'), Buffer.alloc(1024 * 1024)).catch(() => undefined);
    const probe = new StoreProbe(store, INTERVALS);
    await eventually(() => expect(probe.writes?.work).to.equal(false));
    expect(probe.writes?.reason).to.match(/^ENOSPC: no space left on device/);
    await store.check();
    await rm(join(disk, 'filler'));
    await eventually(() => expect(probe.writes).to.deep.equal({ work: true }));
    await probe.close();
    expect(said).to.deep.equal(['the file store rejects writes', 'the file store accepts writes again']);
    expect(await files()).to.deep.equal([]);
  });

  it('says nothing while the store does not answer, which others report', async () => {
    const folder = join(disk, 'missing');
    const missing = await createFileStore({ driver: 'folder', folder });
    const probe = new StoreProbe(missing, INTERVALS);
    await missing.prepare();
    await eventually(() => expect(probe.writes).to.deep.equal({ work: true }));
    await rm(folder, { recursive: true });
    await eventually(() => expect(probe.writes).to.equal(undefined));
    await probe.close();
  });
});
