import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { withMarkdown } from './markdown.js';

describe('The Markdown files of a form', () => {
  const owner = { account: 'acc_1', signal: new AbortController().signal };
  const inserted = (html: string, text: string): Promise<string> =>
    withMarkdown(html, [{ name: 'a.md', bytes: Buffer.from(text) }], owner);
  const CALL = '{{ toHTML "a.md" }}';

  it('are inserted as HTML', async () => {
    expect(await inserted(`<b>${CALL}</b>{{- toHTML \`a.md\` -}}`, '*x*')).to.equal(
      '<b><p><em>x</em></p>\n</b><p><em>x</em></p>\n',
    );
    expect((await serviceErrorOf(() => inserted('{{ .x }}', ''))).code).to.equal('invalid_parameter');
  });

  it('are refused when they take long, are deeply nested, or too long together', async function () {
    this.timeout(30_000);
    for (const [html, text] of [
      [CALL, `${'a.'.repeat(1_000_000)}@`],
      [CALL, '> '.repeat(100_000)],
      [CALL.repeat(2_000), 'x'.repeat(10_000)],
      [`{{${' '.repeat(1_000_000)}${CALL.repeat(2_000)}`, 'x'.repeat(10_000)],
    ] as const)
      expect((await serviceErrorOf(() => inserted(html, text))).code).to.equal('document_too_complex');
  });
});
