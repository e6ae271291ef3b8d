import { readFile, stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { ChildOutput, rotate } from './child-output.mjs';

describe('A service’s log', () => {
  const path = temporaryFolder();

  it('goes on where it ended, for its owner only', async () => {
    for (const line of ['one', 'two']) {
      const output = new ChildOutput(path('kept.log'));
      await new Promise((resolve) => output.read(Readable.from([`${line}\n`]), resolve));
      expect(output.last()).to.deep.equal([line]);
      await output.close();
    }
    expect(await readFile(path('kept.log'), 'utf8')).to.equal('one\ntwo\n');
    expect((await stat(path('kept.log'))).mode & 0o777).to.equal(0o600);
  });

  it('is set aside when it has grown large, in place of the one before it', async () => {
    await writeFile(path('large.log.1'), 'older');
    await writeFile(path('large.log'), 'old and large');
    await rotate(path('large.log'), 5);
    expect(await readFile(path('large.log.1'), 'utf8')).to.equal('old and large');
    expect(await stat(path('large.log')).catch(() => 'gone')).to.equal('gone');
  });

  it('stays while it is small, and need not be there', async () => {
    await writeFile(path('small.log'), 'few');
    await rotate(path('small.log'), 5);
    await rotate(path('none.log'), 5);
    expect(await readFile(path('small.log'), 'utf8')).to.equal('few');
  });
});
