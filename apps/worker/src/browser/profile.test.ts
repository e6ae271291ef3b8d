import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { quietLogger } from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { makeProfile, removeStaleProfiles } from './profile.js';

describe('Browser profiles', () => {
  const usual = process.env['TMPDIR'];
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolpress-profiles-'));
    process.env['TMPDIR'] = folder;
  });
  afterEach(() => {
    if (usual === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usual;
    rmSync(folder, { recursive: true, force: true });
  });

  /** Pids are below 2^22 on Linux. */
  const NOBODY = 2 ** 30;

  /** A profile as a worker of that pid would have left it. */
  async function leftBy(pid: number): Promise<string> {
    const profile = await makeProfile();
    const path = join(
      folder,
      basename(profile.path).replace(`-${process.pid}-`, `-${pid}-`).replace(/.{6}$/, 'before'),
    );
    await profile.remove();
    mkdirSync(path);
    return path;
  }

  it('are removed by the worker that made them', async () => {
    const profile = await makeProfile();
    expect(existsSync(profile.path)).to.equal(true);
    await profile.remove();
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('of killed workers are removed at the next start, one with the same pid among them', async () => {
    const stale = [await leftBy(NOBODY), await leftBy(process.pid)];
    const inUse = [
      (await makeProfile()).path,
      await leftBy(process.ppid),
      join(folder, 'toolpress-chromium-elsewhere-7-x'),
    ];
    mkdirSync(inUse[2] ?? '');
    await removeStaleProfiles(quietLogger());
    expect(stale.filter(existsSync)).to.deep.equal([]);
    expect(inUse.filter(existsSync)).to.deep.equal(inUse);
  });

  it('of other users are left alone', async function () {
    if (process.getuid?.() !== 0) this.skip();
    const foreign = await leftBy(NOBODY);
    chownSync(foreign, 12_345, 12_345);
    await removeStaleProfiles(quietLogger());
    expect(existsSync(foreign)).to.equal(true);
  });

  it('do not prevent a start', async () => {
    rmSync(folder, { recursive: true });
    await removeStaleProfiles(quietLogger());
  });
});
