/** The official conformance suite of the Model Context Protocol, in both revisions. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { REVISIONS } from './agents.js';
import { run } from './clients/surroundings.js';
import { areInstalled } from './installed.js';

const FOLDER = fileURLToPath(new URL('../inspector/', import.meta.url));
const PROGRAM = join(FOLDER, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Scenarios that call tools, resources and prompts of the suite’s own example, or test what the service does not offer. */
const NOT_APPLICABLE =
  /^(tools-call-|resources-read-|resources-templates-read|prompts-get-|json-schema-2020-12|http-custom-header|input-required-|elicitation-|completion-|logging-|resources-(un)?subscribe)/;

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
  /** Whether the check needs a tool of the suite’s example. */
  details?: { untestable?: boolean };
}

describe('The conformance suite of the Model Context Protocol', function () {
  this.timeout(180_000);
  let service: SharedService;
  let proxy: Server;
  let results = '';
  before(async function () {
    if (!areInstalled(FOLDER)) this.skip();
    service = await sharedService();
    proxy = withToken(service);
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    results = await mkdtemp(join(tmpdir(), 'conformance-'));
  });
  after(async () => {
    proxy?.close();
    if (results !== '') await rm(results, { recursive: true });
  });

  for (const revision of REVISIONS)
    it(`has no complaint about the revision ${revision}`, async () => {
      const { port } = proxy.address() as AddressInfo;
      const folder = join(results, revision);
      const options = ['--suite', 'all', '--spec-version', revision, '-o', folder, '--timeout', '10000'];
      // It ends with 1 because of the scenarios that are not applicable.
      const command = [PROGRAM, 'server', '--url', `http://127.0.0.1:${port}/mcp`, ...options];
      await run(process.execPath, command).catch(() => undefined);
      const faults: string[] = [];
      const passed = new Set<string>();
      for (const name of await readdir(folder)) {
        const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
        if (NOT_APPLICABLE.test(scenario)) continue;
        const checks: Check[] = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8'));
        passed.add(scenario);
        for (const { id, status, errorMessage, details } of checks)
          if (status === 'FAILURE' && details?.untestable !== true) faults.push(`${id}: ${errorMessage}`);
      }
      expect(faults).to.deep.equal([]);
      expect([...passed]).to.include.members([
        'tools-list',
        'resources-list',
        'prompts-list',
        'dns-rebinding-protection',
      ]);
    });
});

/** Adds the token, which the suite can’t send, and replaces its own origin by that of the service. */
function withToken({ url, token }: SharedService): Server {
  const { host, hostname, port } = new URL(url);
  return createServer((request, response) => {
    const { origin } = request.headers;
    const headers = {
      ...request.headers,
      host,
      authorization: `Bearer ${token}`,
      ...(origin === `http://127.0.0.1:${request.socket.localPort}` && { origin: url }),
    };
    const options = { hostname, port, path: request.url, method: request.method, headers };
    const sent = ask(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    response.on('close', () => sent.destroy());
    request.pipe(sent);
  });
}
