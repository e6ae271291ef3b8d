import { readFile, stat } from 'node:fs/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { dataPaths, loadSecrets, makeDataFolder } from './data-folder.mjs';

describe('The data folder', () => {
  const path = temporaryFolder();

  it('is its owner’s only, with all that is in it', async () => {
    await makeDataFolder(path('data'));
    const { redis, files, logs, running } = dataPaths(path('data'));
    for (const folder of [path('data'), redis, files, logs, running]) {
      expect((await stat(folder)).mode & 0o777, folder).to.equal(0o700);
    }
  });

  it('keeps the secrets that the first start has made', async () => {
    const first = await loadSecrets(path('kept.env'), {});
    expect(Buffer.from(first.MASTER_KEY, 'base64')).to.have.lengthOf(32);
    expect(first.ADMIN_TOKEN).to.match(/^[\w-]{43}$/);
    expect(await loadSecrets(path('kept.env'), {})).to.deep.equal(first);
    expect((await stat(path('kept.env'))).mode & 0o777).to.equal(0o600);
  });

  it('does not write down a secret that was given', async () => {
    const secrets = await loadSecrets(path('given.env'), { ADMIN_TOKEN: 'given-by-the-operator' });
    expect(secrets.ADMIN_TOKEN).to.equal('given-by-the-operator');
    expect(await readFile(path('given.env'), 'utf8')).not.to.include('given-by-the-operator');
  });
});
