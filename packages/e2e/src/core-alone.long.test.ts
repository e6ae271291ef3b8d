import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { ROOT } from './examples/blocks.js';

const run = promisify(execFile);

/** Tests of the tools, accounts and the content policy. */
const TESTS = [
  ...['http-request', 'get-record', 'record-options', 'pdf-tools', 'pdf-answers', 'template-language'],
  ...['accounts', 'rate-limit', 'idempotency', 'requests', 'methods', 'bad-input'],
  ...['blocked-content', 'remote-images', 'stylesheets'],
];

describe('A service without its optional parts', () => {
  it('passes the tests of the tools, accounts and the policy', async () => {
    const files = TESTS.map((name) => fileURLToPath(new URL(`./${name}.test.js`, import.meta.url)));
    const mocha = [`${ROOT}node_modules/mocha/bin/mocha.js`, '--no-parallel', '--exit'];
    const { stdout } = await run(process.execPath, [...mocha, ...files], {
      cwd: ROOT,
      env: { ...process.env, TOOLPRESS_TEST_PARTS: '' },
      maxBuffer: 1 << 24,
    }).catch((error: { stdout?: string }) => ({ stdout: error.stdout || String(error) }));
    expect(stdout)
      .to.match(/\d{3} passed/)
      .and.include(' 0 failed');
  });
});
