import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { dataPaths, writeEnvFile } from './data-folder.mjs';
import { firstCalls, renderSamples, sampleRequests, welcome } from './first-caller.mjs';

describe('The command to try', () => {
  const path = temporaryFolder();

  it('works when it is pasted into a fresh shell in any folder, writes a PDF there, and shows no secret', async () => {
    const credentials = path("it's mine", 'credentials.env');
    await mkdir(path("it's mine"));
    await writeEnvFile(credentials, { BASE_URL: 'http://127.0.0.1:8080', API_TOKEN: 'tok-1', ADMIN_TOKEN: 'adm-1' });
    const answers = 'while [ "$1" != -o ]; do shift; done; printf %s %PDF- >"$2"';
    await writeFile(path('curl'), `#!/bin/sh\nprintf "%s\\n" "$@" >arguments\n${answers}\n`);
    await chmod(path('curl'), 0o755);
    const [command = ''] = firstCalls(credentials, true).map((first) => first.command);
    const env = { PATH: `${path()}:${process.env['PATH']}` };
    execFileSync('sh', ['-c', command], { cwd: path("it's mine"), env });
    expect(await readFile(path("it's mine", 'hello.pdf'), 'utf8')).to.equal('%PDF-');
    expect((await readFile(path("it's mine", 'arguments'), 'utf8')).trimEnd().split('\n')).to.deep.equal([
      ...['-fsS', 'http://127.0.0.1:8080/api/utilities/html-to-pdf', '-o', 'hello.pdf'],
      ...['-H', 'Authorization: Bearer tok-1', '-H', 'content-type: application/json', '-H', 'accept: application/pdf'],
      ...['-d', '{"html":"<h1>Hello [[who]]</h1>","data":{"who":"World"}}'],
    ]);
    for (const { command: one } of firstCalls(credentials, true)) expect(one).not.to.match(/tok-1|adm-1/);
  });
});

describe('The samples at the start', () => {
  const path = temporaryFolder();
  const last = sampleRequests().length - 1;

  /** As a gateway that is too slow once, answers strange things once, and dies with the last sample. */
  async function faultyGateway() {
    let calls = 0;
    const server = createServer((request, response) => {
      const number = calls++;
      request.resume().on('end', () => {
        if (number === last) request.socket.destroy();
        else if (number === 1)
          response.writeHead(504, { 'x-error-code': 'deadline_exceeded' }).end('{"error":"too slow"}');
        else if (number === 2) response.end('<html>');
        else response.end(JSON.stringify({ success: true, data: { pdf_base64: 'JVBERi0=' } }));
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    return { baseUrl: `http://127.0.0.1:${port}`, close: () => once(server.close(), 'close') };
  }

  it('are warnings with their reasons where they fail, and the others are available', async () => {
    const { baseUrl, close } = await faultyGateway();
    /** @type {string[]} */
    const warnings = [];
    const options = { baseUrl, token: 'tok', path: (/** @type {string} */ name) => path(`${name}.pdf`) };
    const signal = new AbortController().signal;
    await renderSamples({ ...options, warn: (text) => warnings.push(text), signal });
    await close();
    const names = sampleRequests().map(({ name }) => name);
    expect(warnings).to.have.lengthOf(3);
    expect(warnings[0]).to.equal(
      `The sample ${names[1]} was not rendered. Rendering failed: too slow (504 deadline_exceeded)`,
    );
    expect(warnings[1]).to.include(`${names[2]} was not rendered`).and.to.include('not from a Toolpress service');
    expect(warnings[2]).to.include(`${names[last]} was not rendered`).and.to.include(`${baseUrl} does not answer`);
    expect(await readdir(path())).to.have.lengthOf(last - 2);
  });
});

describe('What a started service says', () => {
  const says = (/** @type {string | undefined} */ allowed) =>
    welcome('http://127.0.0.1:8080', dataPaths('/data'), allowed, allowed === undefined);

  it('ends with the link to the studio, if there is one', () => {
    const link = 'http://127.0.0.1:8080/studio#sign-in=secret';
    expect(welcome('http://127.0.0.1:8080', dataPaths('/data'), undefined, true, link)).to.match(
      /works once, within ten minutes, on this machine\):\n\n {4}http:\S+#sign-in=secret\n$/,
    );
    expect(says(undefined)).to.match(/Ctrl-C stops everything\.\n$/);
  });

  it('is where the API token is, and how callers reach this machine', () => {
    expect(says(undefined)).to.include('API_TOKEN in /data/credentials.env');
    expect(says(undefined)).to.include('OUTBOUND_ALLOW=127.0.0.1 ./scripts/start');
    expect(says('10.0.0.0/8')).to.include('reach 10.0.0.0/8 (OUTBOUND_ALLOW)');
    expect(says(undefined)).to.include('such as this service');
    expect(says('10.0.0.0/8'), 'where http-request must not call it').not.to.include('such as this service');
  });
});
