import { execFileSync } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { readEnvFile, writeEnvFile } from './data-folder.mjs';

describe('An env file', () => {
  const path = temporaryFolder();
  const values = {
    BASE_URL: 'http://[::1]:8080',
    API_TOKEN: 'plain-Token_1',
    ADMIN_TOKEN: `it's "quoted" $HOME \`id\` ; \\ #`,
    EMPTY: '',
  };

  it('gives a shell that sources it exactly what was written', async () => {
    await writeEnvFile(path('one.env'), values);
    const script = '. "$1"; printf "%s\\n" "$BASE_URL" "$API_TOKEN" "$ADMIN_TOKEN" "$EMPTY"';
    const output = execFileSync('sh', ['-c', script, 'sh', path('one.env')], { encoding: 'utf8' });
    expect(output).to.equal(`${Object.values(values).join('\n')}\n`);
  });

  it('reads back what was written, except quotes', async () => {
    const plain = { ...values, ADMIN_TOKEN: 'so "quoted" $HOME `id` ; \\ #' };
    await writeEnvFile(path('two.env'), plain);
    expect(await readEnvFile(path('two.env'))).to.deep.equal(plain);
  });

  it('is empty when it does not exist', async () => {
    expect(await readEnvFile(path('none.env'))).to.deep.equal({});
  });

  it('is its owner’s only, and leaves no half-written file', async () => {
    await writeEnvFile(path('three.env'), values);
    await writeEnvFile(path('three.env'), { API_TOKEN: 'next' });
    expect((await stat(path('three.env'))).mode & 0o777).to.equal(0o600);
    expect(await readEnvFile(path('three.env'))).to.deep.equal({ API_TOKEN: 'next' });
    expect((await readdir(path())).filter((name) => name.startsWith('three.env.'))).to.deep.equal([]);
  });
});
