import { execFileSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { writeEnvFile } from './env-file.mjs';
import { sampleCommand } from './welcome.mjs';

describe('The command to try', () => {
  const path = temporaryFolder();

  it('works when it is pasted into a fresh shell in any folder, and shows no secret', async () => {
    const credentials = path("it's mine", 'credentials.env');
    await mkdir(path("it's mine"));
    await writeEnvFile(credentials, { BASE_URL: 'http://127.0.0.1:8080', API_TOKEN: 'tok-1', ADMIN_TOKEN: 'adm-1' });
    await writeFile(path('curl'), '#!/bin/sh\nprintf "%s\\n" "$@"\n');
    await chmod(path('curl'), 0o755);
    const command = sampleCommand(credentials);
    const env = { PATH: `${path()}:${process.env['PATH']}` };
    const output = execFileSync('sh', ['-c', command], { cwd: '/', env, encoding: 'utf8' });
    expect(output.trimEnd().split('\n')).to.deep.equal([
      ...['-s', 'http://127.0.0.1:8080/api/utilities/html-to-pdf'],
      ...['-H', 'Authorization: Bearer tok-1', '-H', 'content-type: application/json'],
      ...['-d', '{"html":"<h1>Hello [[who]]</h1>","data":{"who":"World"}}'],
    ]);
    expect(command).not.to.match(/tok-1|adm-1/);
  });
});
