import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { writeEnvFile } from './data-folder.mjs';
import { sampleCommand } from './first-caller.mjs';

describe('The command to try', () => {
  const path = temporaryFolder();

  it('works when it is pasted into a fresh shell in any folder, writes a PDF there, and shows no secret', async () => {
    const credentials = path("it's mine", 'credentials.env');
    await mkdir(path("it's mine"));
    await writeEnvFile(credentials, { BASE_URL: 'http://127.0.0.1:8080', API_TOKEN: 'tok-1', ADMIN_TOKEN: 'adm-1' });
    const answers = 'while [ "$1" != -o ]; do shift; done; printf %s %PDF- >"$2"';
    await writeFile(path('curl'), `#!/bin/sh\nprintf "%s\\n" "$@" >arguments\n${answers}\n`);
    await chmod(path('curl'), 0o755);
    const command = sampleCommand(credentials);
    const env = { PATH: `${path()}:${process.env['PATH']}` };
    execFileSync('sh', ['-c', command], { cwd: path("it's mine"), env });
    expect(await readFile(path("it's mine", 'hello.pdf'), 'utf8')).to.equal('%PDF-');
    expect((await readFile(path("it's mine", 'arguments'), 'utf8')).trimEnd().split('\n')).to.deep.equal([
      ...['-fsS', 'http://127.0.0.1:8080/api/utilities/html-to-pdf', '-o', 'hello.pdf'],
      ...['-H', 'Authorization: Bearer tok-1', '-H', 'content-type: application/json', '-H', 'accept: application/pdf'],
      ...['-d', '{"html":"<h1>Hello [[who]]</h1>","data":{"who":"World"}}'],
    ]);
    expect(command).not.to.match(/tok-1|adm-1/);
  });
});
