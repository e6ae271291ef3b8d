/** The node in a real n8n, with a real service. Without n8n, see `program.ts`, these tests are skipped. */
import { pdfInfo, pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type Surroundings, startSurroundings } from '../clients/surroundings.js';
import { entriesOfZip } from '../zip-reader.js';
import { type N8n, n8nFolder, prepareN8n } from './program.js';
import { type OutputItem, outputsOf, type Step, workflowOf } from './workflow.js';

const PEOPLE = [{ name: 'Ada' }, { name: 'Grace' }, { name: 'Linus' }];
const HTML = { source: 'html', html: '<h1>Hello [[name]]</h1>', data: '={{ $json }}' };

describe('The node of n8n', function () {
  this.timeout(600_000);
  let surroundings: Surroundings;
  let n8n: N8n | undefined;
  before(async function () {
    const folder = await n8nFolder();
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
    expect(outputs['HTML']?.map((item) => pdfText(fileOf(item, 'pdf')).trim())).to.deep.equal(
      PEOPLE.map(({ name }) => `Hello ${name}`),
    );
    for (const item of outputs['HTML'] ?? []) {
      expect(item.json).to.include({ page_count: 1, actions_consumed: 3, size_bytes: fileOf(item, 'pdf').length });
      expect(pdfInfo(fileOf(item, 'pdf'))).to.include({ title: 'Hello', pages: 1 }).and.have.property('width').within(419, 420);
      expect(item.binary?.['pdf']).to.include({ mimeType: 'application/pdf', fileName: 'hello.pdf' });
    }
    (await import('node:fs')).writeFileSync('/tmp/w/n8n-out.json', JSON.stringify(outputs));
  });
});

/** Every operation. Jobs are read and awaited by the item that submitting them returns. */
const steps = (target: string): Step[] => [
  {
    name: 'HTML',
    parameters: {
      ...{ resource: 'document', operation: 'htmlToPdf', ...HTML, output: 'file', binaryProperty: 'pdf' },
      options: { page_size: 'A5', filename: 'hello', outline: true, metadata: '{"title": "Hello"}' },
    },
  },
  {
    name: 'Saved',
    parameters: {
      ...{ resource: 'document', operation: 'jsonToPdf', source: 'template', template: 'hello', output: 'link' },
      options: { page_size: '{"width": "80mm", "height": "auto"}' },
    },
  },
  {
    name: 'Mixed',
    continues: true,
    parameters: {
      ...{ resource: 'document', operation: 'htmlToPdf', ...HTML },
      options: { margin: '={{ $json.name === "Grace" ? "wide" : "10mm" }}' },
    },
  },
  {
    name: 'Request',
    parameters: {
      ...{ resource: 'request', operation: 'send', method: 'POST', url: target },
      options: { body: '={{ { from: $json.name } }}', headers: '{"x-from": "n8n"}' },
    },
  },
  {
    name: 'Record',
    parameters: {
      ...{ resource: 'record', operation: 'get', connection: 'main' },
      ...{ base_id: 'appClients7', table_id: 'Orders', record_id: 'recSample' },
    },
  },
  {
    name: 'Job',
    parameters: { resource: 'job', operation: 'submit', tool: 'html-to-pdf', ...HTML },
    then: [
      { name: 'Job state', parameters: { resource: 'job', operation: 'get' } },
      { name: 'Job end', parameters: { resource: 'job', operation: 'wait', output: 'file' } },
    ],
  },
  {
    name: 'Archive',
    parameters: { resource: 'batch', operation: 'submit', tool: 'json-to-pdf', ...HTML, data: '{}', batchOutput: 'zip' },
    then: [
      { name: 'Archive state', parameters: { resource: 'batch', operation: 'get' } },
      { name: 'Archive end', parameters: { resource: 'batch', operation: 'wait', batchResult: 'file' } },
      { name: 'Archive rows', parameters: { resource: 'batch', operation: 'wait', batchResult: 'rows' } },
    ],
  },
  {
    name: 'Merged',
    parameters: { resource: 'batch', operation: 'submit', ...HTML, data: '{}', batchOutput: 'merged' },
    then: [{ name: 'Merged end', parameters: { resource: 'batch', operation: 'wait', batchResult: 'file' } }],
  },
];
