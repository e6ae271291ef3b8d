/** What the node of n8n does with numbers that would lose digits, and with lists. It runs with a stand-in for n8n, in a separate process. */
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { N8nStandIn } from './stand-in.js';

const PROGRAM = `
const [, part, name, json] = process.argv;
const { given, answer } = JSON.parse(json);
const node = { getNode: () => ({}), getNodeParameter: (field, _, usual) => given?.[field] ?? usual };
const content = Buffer.from(answer ?? '');
try {
  const result = require(part)[name](node, answer === undefined ? 0 : { status: 200, headers: {}, content });
  process.stdout.write(JSON.stringify(result));
} catch (error) {
  process.stdout.write(error.message);
}`;

/** Runs an operation, and prints what it sends and the items that it returns. */
const OPERATION = `
const [, part, operation, json] = process.argv;
const { given, answer } = JSON.parse(json);
const sent = [];
const node = {
  getNode: () => ({ id: 'n' }), getNodeParameter: (field, _, usual) => given[field] ?? usual,
  getCredentials: async () => ({ baseUrl: 'http://service.example/' }),
  getExecutionId: () => '1', getInstanceId: () => 'i', getWorkflowDataProxy: () => ({ $runIndex: 0 }),
  helpers: { httpRequestWithAuthentication: async (_, { url, body }) => {
    sent.push({ url, body: JSON.parse(body) });
    return { statusCode: 200, headers: {}, body: answer };
  } },
};
require(part).OPERATIONS.record[operation](node, 0).then((items) => process.stdout.write(JSON.stringify({ sent, items })));`;

describe('Numbers and lists in the node of n8n', () => {
  let n8n: N8nStandIn;
  before(() => {
    n8n = new N8nStandIn();
  });
  after(() => n8n.remove());

  const run = (part: string, name: string, input: { given?: object; answer?: string }): Promise<string> =>
    n8n.run(PROGRAM, part, name, JSON.stringify(input));

  it('are refused in parameters where they would lose digits', async () => {
    const fault = 'has a number that would lose digits: write it in quotation marks.';
    const request = { method: 'POST', url: 'https://example.com/' };
    for (const body of ['{"id": 653247040368672768}', '[0.12345678901234567890]', '{"a": {"b": [1e400]}}'])
      expect(await run('parameters.js', 'httpRequest', { given: { ...request, options: { body } } })).to.equal(
        `“Body” ${fault}`,
      );
    const data = '{"id": 653247040368672768}';
    expect(await run('parameters.js', 'pdfInput', { given: { source: 'html', html: '<p>', data } })).to.equal(
      `“Data” ${fault}`,
    );
    const fine = { ...request, options: { body: '{"id": "653247040368672768", "rate": 0.5}' } };
    expect(JSON.parse(await run('parameters.js', 'httpRequest', { given: fine }))).to.deep.include({
      body: { id: '653247040368672768', rate: 0.5 },
    });
  });

  it('are texts in results where they would lose digits', async () => {
    const answer = '{"success": true, "data": {"body": {"id": 653247040368672768, "rate": 0.5}}}';
    expect(JSON.parse(await run('exchange.js', 'readData', { answer }))).to.deep.equal({
      body: { id: '653247040368672768', rate: 0.5 },
    });
  });

  it('are an item for each record of a list', async () => {
    const records = [1, 2].map((number) => ({ id: `${number}`, fields: { number }, createdTime: null }));
    const answer = JSON.stringify({ success: true, data: { records, has_more: false } });
    const where = [{ field: 'total', op: '>=', value: 1000 }];
    const table = { base_id: 'shop', table_id: 'orders' };
    const given = { ...table, connection: 'sales', options: { limit: 2, where: JSON.stringify(where) } };
    const printed = await n8n.run(OPERATION, 'operations.js', 'list', JSON.stringify({ given, answer }));
    const body = { ...table, limit: 2, where, _connections: { tablebase: 'sales' } };
    expect(JSON.parse(printed)).to.deep.equal({
      sent: [{ url: 'http://service.example/api/tablebase/list-records', body }],
      items: records.map((json) => ({ json })),
    });
  });
});
