import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { LargeBodies } from '../api/large-bodies.js';
import { readForm } from './read-form.js';
import { receivedForm } from './testing/received-form.js';

describe('The Markdown files of a form', () => {
  const kind = { isMarkdown: true, outputName: undefined, usualName: 'id', fileTtl: 60 };
  const CALL = '{{ toHTML "a.md" }}';

  it('are refused when they take long, are deeply nested, or too long together', async function () {
    this.timeout(60_000);
    const largeBodies = new LargeBodies();
    const inserted = async (html: string, text: string) =>
      (await readForm(await receivedForm({ 'index.html': html, 'a.md': text }), kind, largeBodies, { account: 'a' }))();
    for (const [html, text] of [
      [CALL, `${'a.'.repeat(1_000_000)}@`],
      [CALL, '> '.repeat(100_000)],
      [CALL.repeat(2_000), 'x'.repeat(10_000)],
      [`{{${' '.repeat(1_000_000)}${CALL.repeat(2_000)}`, 'x'.repeat(10_000)],
    ] as const) {
      const { code, message } = await serviceErrorOf(() => inserted(html, text));
      expect([code, message]).to.deep.equal([
        'document_too_complex',
        'The Markdown files are too long or too deeply nested.',
      ]);
    }
    largeBodies.close();
  });
});
