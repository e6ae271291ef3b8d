import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { codeSamples, pythonOf } from './code-samples.js';

const DATA = { name: `O'Hara "x" \\ ${'$(id)'} é`, list: [1, null, true, {}, []], nested: { a: false } };

describe('The code of a call', () => {
  const [curl, typescript, python] = codeSamples('https://toolpress.example.com', 'invoice', DATA);

  it('passes any data through a shell', () => {
    const script = curl?.text.replace(/^curl.*\\\n(?: {2}-(?!d).*\n)*/, "printf '%s' \\\n").replace('  -d ', '') ?? '';
    expect(script).to.match(/^printf/);
    expect(JSON.parse(execFileSync('sh', ['-c', script]).toString())).to.deep.equal({
      template: 'invoice',
      data: DATA,
    });
  });

  it('has the same request in TypeScript and Python', () => {
    const [, body = ''] = /pdf\((\{.*\})\);/s.exec(typescript?.text ?? '') ?? [];
    expect(JSON.parse(body)).to.deep.equal({ template: 'invoice', data: DATA });
    expect(python?.text)
      .to.include('os.environ["API_TOKEN"]')
      .and.to.include(pythonOf({ template: 'invoice', data: DATA }, 1));
    expect(pythonOf(DATA.list)).to.equal('[\n    1,\n    None,\n    True,\n    {},\n    [],\n]');
  });
});
