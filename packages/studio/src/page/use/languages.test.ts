import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { type Example, examplesOf } from './languages.js';
import { exampleRequest } from './request.js';

const DATA = String.raw`{"name": "O'Hara \"x\" \\ $(id) é ${'`'}", "list": [1.50, null, true], "empty": [{}, []],
  "nested": {"a": false, "0": 1, "__proto__": "own"}, "big": 12345678901234567890}`;
/** The digits that a double would change are sent as a text. */
const SENT = { template: 'invoice', data: JSON.parse(DATA.replace('12345678901234567890', '"12345678901234567890"')) };

describe('The call as a program', () => {
  const byLanguage = new Map(
    examplesOf('https://toolpress.example.com', exampleRequest('invoice', DATA).body).map((example) => [
      example.language,
      example,
    ]),
  );
  const textOf = (language: string): string => (byLanguage.get(language) as Example).text;

  it('is written in six languages', () => {
    expect([...byLanguage.keys()]).to.deep.equal(['curl', 'TypeScript', 'Python', 'Go', 'PHP', 'n8n']);
    for (const [language, { text }] of byLanguage)
      expect(text, language)
        .to.include('https://toolpress.example.com/api/utilities/html-to-pdf')
        .and.include('API_TOKEN');
  });

  it('passes any data through a shell', () => {
    const script = textOf('curl')
      .replace(/^curl.*\\\n(?: {2}-(?!d).*\n)*/, "printf '%s' \\\n")
      .replace('  -d ', '');
    expect(script).to.match(/^printf/);
    expect(JSON.parse(execFileSync('sh', ['-c', script]).toString())).to.deep.equal(SENT);
  });

  it('has the same request in TypeScript, Go and n8n', () => {
    const [, literal = ''] = /JSON\.stringify\(([\s\S]*)\),\n\}\);/.exec(textOf('TypeScript')) ?? [];
    expect(JSON.parse(execFileSync(process.execPath, ['-p', `JSON.stringify(${literal})`]).toString())).to.deep.equal(
      SENT,
    );
    const [, raw = ''] = /`([^`]*)`/.exec(textOf('Go')) ?? [];
    expect(JSON.parse(raw)).to.deep.equal(SENT);
    const { nodes } = JSON.parse(textOf('n8n'));
    expect(JSON.parse(nodes[1].parameters.jsonBody)).to.deep.equal(SENT);
  });

  it('has the words of Python and PHP', () => {
    expect(textOf('Python')).to.include(
      '"list": [\n            1.50,\n            None,\n            True,\n        ],\n        "empty": [\n            {},\n            [],',
    );
    expect(textOf('PHP'))
      .to.include(`'O\\'Hara "x" \\\\ $(id) é`)
      .and.include("'nested' => (object) [")
      .and.include('(object) [],');
  });
});

describe('The request of an example', () => {
  it('is short: three items of a list, and no text that is cut where it must not be', () => {
    const data = { rows: [1, 2, 3, 4], text: 'x'.repeat(3_000), image: `data:image/png;base64,${'A'.repeat(3_000)}` };
    const { body, isShort } = exampleRequest('a@draft', JSON.stringify(data));
    expect(isShort).to.equal(true);
    const { rows, text, image } = Object.fromEntries(body.get('data') as Map<string, string & unknown[]>);
    expect(rows).to.have.length(3);
    expect(text).to.have.length(2_001);
    expect(image).to.match(/^data:image\/png;base64,iVBORw0KGgo.*CC$/);
    expect(exampleRequest('a', '').body.get('data')).to.deep.equal(new Map());
    expect(exampleRequest('a', '{"rows": [1, 2, 3]}').isShort).to.equal(false);
  });
});
