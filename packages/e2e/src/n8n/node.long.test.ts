/** The node in a real n8n, with a real service. Without n8n, see `program.ts`, these tests are skipped. */
import { examplesOf } from '@toolpress/studio/page/use/languages.js';
import { exampleRequest } from '@toolpress/studio/page/use/request.js';
import { pdfInfo, pdfText, startHttpTarget } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type Surroundings, startSurroundings } from '../clients/surroundings.js';
import { entriesOfZip } from '../zip-reader.js';
import { linterFolder, lintNode, type N8n, n8nFolder, prepareN8n } from './program.js';
import { type OutputItem, outputsOf, type Step, workflowOf } from './workflow.js';

const PEOPLE = [{ name: 'Ada' }, { name: 'Grace' }, { name: 'Linus' }];
const HTML = { source: 'html', html: '<h1>Hello [[name]]</h1>', data: '={{ $json }}' };

describe('The node of n8n', function () {
  this.timeout(600_000);
  let surroundings: Surroundings;
  let n8n: N8n | undefined;
  before(async function () {
    const folder = n8nFolder();
    if (folder === undefined) this.skip();
    surroundings = await startSurroundings();
    const { BASE_URL: baseUrl, API_TOKEN: apiToken } = surroundings.env;
    await surroundings.service.call('/api/variables/hello', {
      method: 'PUT',
      body: { kind: 'html', content: '<h1>Saved [[name]]</h1>' },
    });
    n8n = await prepareN8n(folder, { baseUrl: `${baseUrl}/`, apiToken });
  });
  after(async () => {
    await n8n?.stop();
    await surroundings?.stop();
  });

  const execute = async (id: string, items: object[], steps: Step[]): Promise<string> =>
    (await n8n?.execute(workflowOf(id, items, steps))) ?? '';
  const fileOf = ({ binary }: OutputItem, property = 'data'): Buffer =>
    Buffer.from(binary?.[property]?.data ?? '', 'base64');

  it('runs every operation', async () => {
    const outputs = outputsOf(await execute('operations', PEOPLE, steps(surroundings.env.TARGET_URL)));
    const itemsOf = (name: string): OutputItem[] => outputs[name] ?? [];
    const textsOf = (name: string, property?: string) =>
      itemsOf(name).map((item) => pdfText(fileOf(item, property)).trim());
    const named = (greeting: string) => PEOPLE.map(({ name }) => `${greeting} ${name}`);

    expect(textsOf('HTML', 'pdf')).to.deep.equal(named('Hello'));
    for (const item of itemsOf('HTML')) {
      const file = fileOf(item, 'pdf');
      expect(item.json).to.include({ page_count: 1, actions_consumed: 3, size_bytes: file.length });
      expect(item.binary?.['pdf']).to.include({ mimeType: 'application/pdf', fileName: 'hello.pdf' });
      expect(pdfInfo(file)).to.include({ title: 'Hello', pages: 1 }).and.have.property('width').within(419, 420);
    }
    const saved = await Promise.all(
      itemsOf('Saved').map(async ({ json }) => (await fetch(String(json['download_url']))).arrayBuffer()),
    );
    expect(saved.map((bytes) => pdfText(new Uint8Array(bytes)).trim())).to.deep.equal(named('Saved'));
    expect(pdfInfo(new Uint8Array(saved[0] ?? [])).width).to.be.within(226, 228);

    const [, failed] = itemsOf('Mixed');
    expect(failed?.json).to.include({ status: '400' });
    expect(failed?.json['error']).to.match(/^`margin` must be a length such as `20mm`/);
    expect(failed?.json['description']).to.match(/^Code: invalid_parameter, request: /);
    expect(itemsOf('Mixed').map(({ binary }) => binary !== undefined)).to.deep.equal([true, false, true]);

    const from = PEOPLE.map(({ name }) => ({ from: name }));
    expect(itemsOf('Request').map(({ json }) => json['body'])).to.deep.equal(from);
    expect(itemsOf('Record').map(({ json }) => json['id'])).to.deep.equal(['recSample', 'recSample', 'recSample']);

    expect(textsOf('Job end')).to.deep.equal(named('Hello'));
    expect(itemsOf('Job state').map(({ json }) => json['id'])).to.deep.equal(
      itemsOf('Job').map(({ json }) => json['id']),
    );
    const [archive] = itemsOf('Archive end');
    const entries = archive === undefined ? [] : [...entriesOfZip(fileOf(archive)).values()];
    expect(entries.map((entry) => pdfText(entry).trim())).to.deep.equal(named('Hello'));
    expect(itemsOf('Archive state')[0]?.json).to.include({ rows: 3, output: 'zip' });
    expect(itemsOf('Archive rows').map(({ json }) => json['status'])).to.deep.equal(['done', 'done', 'done']);
    expect(textsOf('Merged end')[0]?.match(/Hello \w+/g)).to.deep.equal(named('Hello'));
    const [both] = itemsOf('Both end');
    expect(both?.json).to.deep.include({ output: ['zip', 'merged'], done: 3 });
    expect(both && entriesOfZip(fileOf(both)).size).to.equal(3);
    expect(textsOf('Both end', 'data_merged')[0]?.match(/Hello \w+/g)).to.deep.equal(named('Hello'));
  });

  it('has beside it the workflow of “Use it”, which needs no node of ours', async () => {
    const { BASE_URL: baseUrl, API_TOKEN: token } = surroundings.env;
    const { body } = exampleRequest('hello', '{"name": "O\'Hara & 12345678901234567890"}');
    const text = examplesOf(baseUrl, body).find(({ language }) => language === 'n8n')?.text ?? '';
    const printed = await n8n?.execute({ id: 'use-it', ...JSON.parse(text) }, { API_TOKEN: token });
    const [item] = outputsOf(printed ?? '')['Print'] ?? [];
    expect(pdfText(fileOf(item as OutputItem)).trim()).to.equal("Saved O'Hara & 12345678901234567890");
  });

  it('stops a workflow with the message of the service', async () => {
    const wrong = { resource: 'document', operation: 'htmlToPdf', ...HTML, html: '[[name | mony]]' };
    const printed = await execute('wrong', PEOPLE, [{ name: 'Wrong', parameters: wrong }]);
    expect(printed).to.include('has an unknown filter `mony`').and.include('template_invalid');
  });

  it('is sent again under one key', async () => {
    const unreliable = await startHttpTarget((_, response) => {
      const isFirst = unreliable.requests.length === 1;
      response.writeHead(isFirst ? 503 : 200, { 'retry-after': '0', 'content-type': 'application/json' });
      response.end(
        isFirst ? '{"success": false, "error": "Not now."}' : '{"success": true, "data": {"page_count": 1}}',
      );
    });
    try {
      const { host } = new URL(unreliable.url);
      await n8n?.useCredentials({ baseUrl: `http://${host}`, apiToken: 'a' });
      const parameters = { resource: 'document', operation: 'jsonToPdf', ...HTML, output: 'link' };
      const outputs = outputsOf(await execute('again', PEOPLE.slice(1), [{ name: 'Again', parameters }]));
      expect(outputs['Again']).to.have.lengthOf(2);
      const keys = unreliable.requests.map(({ headers }) => String(headers['idempotency-key']));
      expect(keys).to.have.lengthOf(3);
      expect(keys[0])
        .to.equal(keys[1])
        .and.match(/^n8n[.][\w.-]+[.]0$/);
      expect(keys[2]).to.match(/[.]1$/);
      expect(unreliable.requests[0]?.headers['authorization']).to.equal('Bearer a');
    } finally {
      await unreliable.close();
    }
  });
});

describe('The package of the node of n8n', function () {
  this.timeout(300_000);

  it('passes n8n’s linter, and compiles with the types of n8n', async function () {
    const folder = await linterFolder();
    if (folder === undefined) return this.skip();
    expect(await lintNode(folder)).not.to.match(/error|warning/i);
  });
});

/** Every operation. Jobs are read and awaited by the item that submitting them returns. */
const steps = (target: string): Step[] => [
  {
    name: 'HTML',
    parameters: {
      resource: 'document',
      operation: 'htmlToPdf',
      ...HTML,
      output: 'file',
      binaryProperty: 'pdf',
      options: { page_size: 'A5', filename: 'hello', outline: true, metadata: '{"title": "Hello"}' },
    },
  },
  {
    name: 'Saved',
    parameters: {
      resource: 'document',
      operation: 'jsonToPdf',
      source: 'template',
      template: 'hello',
      output: 'link',
      options: { page_size: '{"width": "80mm", "height": "auto"}' },
    },
  },
  {
    name: 'Mixed',
    continues: true,
    parameters: {
      resource: 'document',
      operation: 'htmlToPdf',
      ...HTML,
      options: { margin: '={{ $json.name === "Grace" ? "wide" : "10mm" }}' },
    },
  },
  {
    name: 'Request',
    parameters: {
      resource: 'request',
      operation: 'send',
      method: 'POST',
      url: target,
      options: { body: '={{ { from: $json.name } }}', headers: '{"x-from": "n8n"}' },
    },
  },
  {
    name: 'Record',
    parameters: {
      resource: 'record',
      operation: 'get',
      connection: 'main',
      base_id: 'appClients7',
      table_id: 'Orders',
      record_id: 'recSample',
    },
  },
  {
    name: 'Job',
    parameters: { resource: 'job', operation: 'submit', tool: 'html-to-pdf', ...HTML },
    next: [
      { name: 'Job state', parameters: { resource: 'job', operation: 'get' } },
      { name: 'Job end', parameters: { resource: 'job', operation: 'wait', output: 'file' } },
    ],
  },
  {
    name: 'Archive',
    parameters: {
      resource: 'batch',
      operation: 'submit',
      tool: 'json-to-pdf',
      ...HTML,
      data: '{}',
      batchOutput: 'zip',
    },
    next: [
      { name: 'Archive state', parameters: { resource: 'batch', operation: 'get' } },
      { name: 'Archive end', parameters: { resource: 'batch', operation: 'wait', batchResult: 'file' } },
      { name: 'Archive rows', parameters: { resource: 'batch', operation: 'wait', batchResult: 'rows' } },
    ],
  },
  {
    name: 'Merged',
    parameters: { resource: 'batch', operation: 'submit', ...HTML, data: '{}', batchOutput: ['merged'] },
    next: [{ name: 'Merged end', parameters: { resource: 'batch', operation: 'wait', batchResult: 'file' } }],
  },
  {
    name: 'Both',
    parameters: { resource: 'batch', operation: 'submit', ...HTML, data: '{}', batchOutput: ['zip', 'merged'] },
    next: [{ name: 'Both end', parameters: { resource: 'batch', operation: 'wait', batchResult: 'file' } }],
  },
];
