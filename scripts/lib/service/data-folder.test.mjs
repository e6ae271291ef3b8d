import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { Problem } from '../problem.mjs';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { dataPaths, loadSecrets, makeDataFolder } from './data-folder.mjs';

describe('The data folder', () => {
  const path = temporaryFolder();

  it('is its owner’s only, with all that is in it', async () => {
    await makeDataFolder(path('data'));
    const { redis, files, logs } = dataPaths(path('data'));
    for (const folder of [path('data'), redis, files, logs]) {
      expect((await stat(folder)).mode & 0o777, folder).to.equal(0o700);
    }
  });

  it('keeps the secrets that the first start has made', async () => {
    const first = await loadSecrets(path('kept.env'));
    expect(Buffer.from(first.MASTER_KEY, 'base64')).to.have.lengthOf(32);
    expect(first.ADMIN_TOKEN).to.match(/^[\w-]{43}$/);
    expect(await loadSecrets(path('kept.env'))).to.deep.equal(first);
    expect((await stat(path('kept.env'))).mode & 0o777).to.equal(0o600);
  });

  it('is one start’s at a time, until that one has ended', async () => {
    const holds = `import(process.argv[1]).then(({ makeDataFolder }) => makeDataFolder(process.argv[2]))
      .then(() => { console.log('held'); setInterval(() => {}, 1000); });`;
    const args = ['-e', holds, new URL('data-folder.mjs', import.meta.url).href, path('one')];
    const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    const error = await makeDataFolder(path('one')).catch((caught) => caught);
    expect(error).to.be.instanceOf(Problem).with.property('message').that.includes(`(process ${holder.pid})`);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await makeDataFolder(path('one'));
    await makeDataFolder(path('one')); // in a container the next start may have the same number
  });

  it('is free when the number of the start that had it is another program’s, or was not fully written', async () => {
    await makeDataFolder(path('reused'));
    for (const record of [`${process.ppid}\nnode another-program.mjs`, `${process.ppid}\n`, String(process.ppid), '']) {
      await writeFile(dataPaths(path('reused')).holder, record);
      await makeDataFolder(path('reused'));
    }
  });

  it('is distinguished from one that can’t be used, with the reason and the next step', async () => {
    await writeFile(path('file'), '');
    const error = await makeDataFolder(path('file')).catch((caught) => caught);
    expect(error).to.be.instanceOf(Problem).with.property('message');
    expect(error.message)
      .to.include(`${path('file')} can't be used: a file is in its place`)
      .and.to.include('TOOLPRESS_DATA');
  });
});
