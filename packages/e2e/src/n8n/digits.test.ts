/** What the node of n8n does with numbers that would lose digits. It runs with a stand-in for n8n, in a separate process. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { ROOT } from '../examples/blocks.js';

const NODE = join(ROOT, 'packages/n8n-nodes-toolpress/dist/nodes/Toolpress');
const N8N =
  'exports.NodeOperationError = exports.NodeApiError = class extends Error { constructor(_, message) { super(message); } };';
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
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolpress-n8n-stub-'));
    mkdirSync(join(folder, 'n8n-workflow'));
    writeFileSync(join(folder, 'n8n-workflow/index.js'), N8N);
  });
  after(() => rmSync(folder, { recursive: true }));

  const run = (part: string, name: string, input: { given?: object; answer?: string }): string =>
    execFileSync(process.execPath, ['-e', PROGRAM, join(NODE, part), name, JSON.stringify(input)], {
      env: { NODE_PATH: folder },
      encoding: 'utf8',
    });

  it('are refused in parameters where they would lose digits', () => {
    const fault = 'has a number that would lose digits: write it in quotation marks.';
    const request = { method: 'POST', url: 'https://example.com/' };
    for (const body of ['{"id": 653247040368672768}', '[0.12345678901234567890]', '{"a": {"b": [1e400]}}'])
      expect(run('parameters.js', 'httpRequest', { given: { ...request, options: { body } } })).to.equal(
        `“Body” ${fault}`,
      );
    const data = '{"id": 653247040368672768}';
    expect(run('parameters.js', 'pdfInput', { given: { source: 'html', html: '<p>', data } })).to.equal(
      `“Data” ${fault}`,
    );
    const fine = { ...request, options: { body: '{"id": "653247040368672768", "rate": 0.5}' } };
    expect(JSON.parse(run('parameters.js', 'httpRequest', { given: fine }))).to.deep.include({
      body: { id: '653247040368672768', rate: 0.5 },
    });
  });

  it('are texts in results where they would lose digits', () => {
    const answer = '{"success": true, "data": {"body": {"id": 653247040368672768, "rate": 0.5}}}';
    expect(JSON.parse(run('exchange.js', 'readData', { answer }))).to.deep.equal({
      body: { id: '653247040368672768', rate: 0.5 },
    });
  });
});
