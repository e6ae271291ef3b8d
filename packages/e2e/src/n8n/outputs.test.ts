/** What the node of n8n asks of a batch, and the files that it returns. It runs with a stand-in for n8n, and with a real service. */
import { pdfText, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { entriesOfZip } from '../zip-reader.js';
import { N8nStandIn } from './stand-in.js';

const PROGRAM = `
const [, part, baseUrl, token, json] = process.argv;
const { OPERATIONS } = require(part);
const run = async (operation, given, items) => {
  const send = async ({ url, method, headers, body }) => {
    const answer = await fetch(url, { method, body, headers: { ...headers, authorization: 'Bearer ' + token } });
    return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.arrayBuffer() };
  };
  return OPERATIONS.batch[operation]({
    getNode: () => ({ id: 'node' }),
    getNodeParameter: (name, _, usual) => given[name] ?? usual,
    getInputData: () => items,
    getExecutionId: () => undefined,
    getInstanceId: () => undefined,
    getWorkflowDataProxy: () => ({ $runIndex: 0 }),
    getCredentials: async () => ({ baseUrl }),
    helpers: {
      httpRequestWithAuthentication: (_, request) => send(request),
      httpRequest: async ({ url }) => (await fetch(url)).arrayBuffer(),
      prepareBinaryData: async (content, fileName, mimeType) => ({ fileName, mimeType, data: content.toString('base64') }),
    },
  }, 0);
};
const { submit, items } = JSON.parse(json);
run('submit', submit, items)
  .then(([{ json: { id } }]) => run('wait', { id, timeout: 5, batchResult: 'file' }, []))
  .then((found) => process.stdout.write(JSON.stringify(found)), (error) => process.stdout.write(JSON.stringify(error.message)));
`;

type Found = { json: { output: unknown }; binary: Record<string, { mimeType: string; data: string }> };

describe('A batch of the node of n8n', () => {
  let service: SharedService;
  let n8n: N8nStandIn;
  before(async () => {
    service = await sharedService();
    n8n = new N8nStandIn();
  });
  after(() => n8n.remove());

  const HTML = '<p>[[name]]';
  const items = ['Ada', 'Grace'].map((name) => ({ json: { name, pw: `pw-${name}` } }));
  async function printed(more: object): Promise<Found | string> {
    const submit = { tool: 'html-to-pdf', source: 'html', html: HTML, data: '{}', options: {}, ...more };
    const args = [service.url, service.token, JSON.stringify({ submit, items })];
    const found = JSON.parse(await n8n.run(PROGRAM, 'operations.js', ...args));
    return Array.isArray(found) ? found[0] : found;
  }
  const contentOf = ({ binary }: Found, name: string): Buffer => Buffer.from(binary[name]?.data ?? '', 'base64');

  it('has one output or several, each with its file', async () => {
    const both = (await printed({ batchOutput: ['zip', 'merged'] })) as Found;
    expect(both.json.output).to.deep.equal(['zip', 'merged']);
    expect(Object.entries(both.binary).map(([name, { mimeType }]) => [name, mimeType])).to.deep.equal([
      ['data', 'application/zip'],
      ['data_merged', 'application/pdf'],
    ]);
    expect(entriesOfZip(contentOf(both, 'data')).size).to.equal(2);
    expect(pdfText(contentOf(both, 'data_merged'))).to.match(/Ada.*Grace/s);
    for (const batchOutput of [['merged'], 'merged']) {
      const one = (await printed({ batchOutput })) as Found;
      expect(one.json.output).to.equal('merged');
      expect(Object.keys(one.binary)).to.deep.equal(['data']);
    }
  });

  it('has a password for the merged PDF of rows with passwords', async () => {
    const options = { protect: '{"user_password": "[[pw]]"}' };
    const found = (await printed({ batchOutput: ['merged'], options, mergedPassword: 'office' })) as Found;
    expect(pdfText(contentOf(found, 'data'), 'office')).to.match(/Ada.*Grace/s);
    expect(await printed({ batchOutput: ['merged'], options })).to.include('beside `output`');
  });
});
