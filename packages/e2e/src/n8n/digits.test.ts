/** What the node of n8n does with numbers that would lose digits. It runs with a stand-in for n8n, in a separate process. */
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

describe('Numbers in the node of n8n', () => {
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
});
