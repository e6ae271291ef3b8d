/** The official conformance suite of the Model Context Protocol for authorization servers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { areInstalled } from '../installed.js';
import { Application, leadsTo } from './application.js';

const FOLDER = fileURLToPath(new URL('../../inspector/', import.meta.url));
const PROGRAM = join(FOLDER, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

describe('The conformance suite for authorization servers', function () {
  this.timeout(60_000);
  let service: SharedService;
  before(async function () {
    if (!areInstalled(FOLDER)) this.skip();
    service = await sharedService();
  });

  it('has no complaint', async () => {
    const port = await freePort();
    const redirect = `http://127.0.0.1:${port}/callback`;
    const application = await new Application(`${service.url}/mcp`).discover();
    await application.register({ client_name: 'Conformance suite', redirect_uris: [redirect] });
    const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
    try {
      const client = ['--client-id', application.clientId, '--resource', application.resource.resource];
      const options = ['--url', application.server.issuer, ...client, '--port', String(port), '-o', folder];
      const suite = spawn(process.execPath, [PROGRAM, 'authorization', ...options], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(suite, 'close');
      for await (const line of createInterface(suite.stdout))
        if (line.startsWith(application.server.authorization_endpoint)) {
          // The person approves in the browser, which goes back to the suite.
          const answer = await application.decide(line, { token: service.token });
          await fetch((await leadsTo(answer)) ?? '');
        }
      const [code] = await ended;
      const checks: { id: string; status: string; errorMessage?: string }[] = [];
      for (const name of await readdir(folder))
        checks.push(...JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')));
      expect(checks.filter(({ status }) => status !== 'SUCCESS')).to.deep.equal([]);
      expect(checks.map(({ id }) => id)).to.include.members([
        'authorization-server-metadata',
        'authorization-code-grant',
      ]);
      expect(code).to.equal(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
