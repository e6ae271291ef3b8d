/** Runs the programs of “Use it” as they are shown. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Example, examplesOf } from '@toolpress/studio/page/use/languages.js';
import { exampleRequest } from '@toolpress/studio/page/use/request.js';
import { pdfText, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const HTML =
  '<h1>[[title]]</h1><p>[[price]] [[big]] [[#if paid]]paid[[/if]] [[none]]</p>[[#each map]]<p>[[@key]]=[[.]]</p>[[/each]][[#each rows]]<p>[[.]]</p>[[/each]]';
/** Characters that languages and shells escape, digits that doubles change, and more rows than an example has. */
const DATA = String.raw`{"title": "O'Hara & \"Söhne\" \\ $(id) ${'`'}x${'`'} \u2028 #{a} ${'$'}{b}", "price": 1.50, "big": 12345678901234567890,
  "paid": true, "none": null, "map": {"0": "zero", "1": "one"}, "empty": {}, "rows": ["a", "b", "c", "d"]}`;

const run = promisify(execFile);
const isHere = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

describe('The programs of “Use it”', () => {
  let service: SharedService;
  let folder: string;
  let examples: readonly Example[];
  before(async () => {
    service = await sharedService();
    folder = await mkdtemp(join(tmpdir(), 'use-it-'));
    await service.call('/api/variables/used', { method: 'PUT', body: { kind: 'html', content: HTML } });
    examples = examplesOf(service.url, exampleRequest('used', DATA).body);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const exampleIn = (language: string): Required<Example> => {
    const found = examples.find((each) => each.language === language);
    if (found === undefined) throw new Error(`There is no example in ${language}.`);
    return found as Required<Example>;
  };
  const execute = async ({ file, run: command, text }: Required<Example>, token: string): Promise<void> => {
    await writeFile(join(folder, file), text);
    const [program = '', ...args] = command.split(' ');
    await run(program, args, { cwd: folder, env: { ...process.env, API_TOKEN: token, GOFLAGS: '-mod=mod' } });
  };

  for (const [language, program] of [
    ['curl', 'curl'],
    ['TypeScript', 'node'],
    ['Python', 'python3'],
    ['Go', 'go'],
    ['PHP', 'php'],
  ] as const) {
    it(`print the document in ${language}, and fail with the service's message`, async function () {
      if (!isHere(program)) return this.skip();
      this.timeout(120_000);
      const example = exampleIn(language);
      await rm(join(folder, 'document.pdf'), { force: true });
      await execute(example, service.token);
      const text = await pdfText(await readFile(join(folder, 'document.pdf')));
      expect(text).to.include(`O'Hara & "Söhne" \\ $(id) \`x\``).and.include('1.5 12345678901234567890 paid');
      expect(text)
        .to.include('0=zero')
        .and.include('1=one')
        .and.match(/a\s+b\s+c/);
      const failure = await execute(example, 'tp_wrong').then(
        () => undefined,
        (error: { stdout: string; stderr: string }) => error,
      );
      // curl writes every answer into its file.
      const said =
        language === 'curl'
          ? await readFile(join(folder, 'document.pdf'), 'utf8')
          : `${failure?.stdout}${failure?.stderr}`;
      expect(failure, 'the program fails').not.to.equal(undefined);
      expect(said).to.match(/token/i);
    });
  }

  it('are a workflow of n8n, whose node sends the same request', async () => {
    const { nodes, connections } = JSON.parse(exampleIn('n8n').text);
    expect(nodes.map(({ type }: { type: string }) => type)).to.deep.equal([
      'n8n-nodes-base.manualTrigger',
      'n8n-nodes-base.httpRequest',
    ]);
    expect(connections).to.deep.equal({
      [nodes[0].name]: { main: [[{ node: nodes[1].name, type: 'main', index: 0 }]] },
    });
    for (const node of nodes) expect(node).to.include.all.keys('id', 'name', 'typeVersion', 'position', 'parameters');
    const { method, url, headerParameters, jsonBody } = nodes[1].parameters;
    const headers = Object.fromEntries(
      headerParameters.parameters.map(({ name, value }: { name: string; value: string }) => [
        name,
        value.replace(/^=(.*)\{\{ \$env\.API_TOKEN \}\}$/, `$1${service.token}`),
      ]),
    );
    const answer = await fetch(url, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: jsonBody,
    });
    expect(answer.status).to.equal(200);
    expect(await pdfText(Buffer.from(await answer.arrayBuffer()))).to.include('12345678901234567890');
  });
});
