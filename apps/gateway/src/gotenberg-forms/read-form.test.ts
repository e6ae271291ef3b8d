import { jsonText, RawJson } from '@toolpress/contract';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { LargeBodies } from '../api/large-bodies.js';
import { readForm } from './read-form.js';
import { receivedForm } from './testing/received-form.js';

const KIND = { isMarkdown: false, outputName: undefined, usualName: 'id', fileTtl: 60 };
const OWNER = { account: 'acc_1' };

describe('A form', () => {
  let largeBodies: LargeBodies;
  before(() => {
    largeBodies = new LargeBodies();
  });
  after(() => largeBodies.close());

  const read = async (files: Record<string, string>, fields: Record<string, string> = {}, isMarkdown = false) =>
    (await readForm(await receivedForm(files, fields), { ...KIND, isMarkdown }, largeBodies, OWNER))();

  it('asks for the same, whether it is small or read in a thread', async () => {
    const files = { 'index.html': '<p>ü [[a]]', 'a.css': 'p {}', 'header.html': 'H' };
    const small = await read(files, { metadata: '{"Title":"T","Creator":"C"}', scale: '0.5' });
    const padding = `<!--${'-'.repeat(100_000)}-->`;
    const large = await read(
      { ...files, 'index.html': `${files['index.html']}${padding}` },
      { metadata: '{"Title":"T","Creator":"C"}', scale: '0.5' },
    );
    expect(large.body.html).to.be.instanceOf(RawJson);
    const shown = JSON.parse(jsonText(large)) as typeof small;
    expect({ ...shown, body: { ...shown.body, html: String(shown.body.html).replace(padding, '') } }).to.deep.equal(
      JSON.parse(jsonText(small)),
    );
  });

  it('has the same faults, whether it is small or read in a thread', async () => {
    const padding = 'x'.repeat(100_000);
    for (const [files, fields] of [
      [{}, { landscape: 'foo', scale: 'x' }],
      [{ 'index.html': 'x' }, { url: 'https://example.com' }],
      [{ 'index.html': 'x' }, { metadata: '{"1":"x"}' }],
    ] as const) {
      const [small, large] = await Promise.all(
        [files, { ...files, 'padding.css': padding }].map((all) => serviceErrorOf(() => read(all, fields))),
      );
      expect(large?.toData()).to.deep.equal(small?.toData());
    }
  });

  it('is refused before the rest is read when its body is not a form', async () => {
    for (const length of [10, 100_000]) {
      const bytes = Buffer.from(`--a\r\n${'x'.repeat(length)}`);
      const reading = readForm({ bytes, contentType: 'multipart/form-data; boundary=a' }, KIND, largeBodies, OWNER);
      expect((await serviceErrorOf(() => reading)).message).to.match(/^Malformed body/);
    }
  });

  it('does not delay others while it is read', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`unknown${index}`, 1]));
    for (const [files, fields, code] of [
      [{ 'index.html': 'x' }, { metadata: JSON.stringify(unknown) }, 'invalid_parameter'],
      [{ 'index.html': '[['.repeat(2_700_000) }, {}, 'body_too_large'],
    ] as const) {
      const form = await receivedForm(files, fields as Record<string, string>);
      const before = process.threadCpuUsage();
      const reading = readForm(form, KIND, largeBodies, OWNER).then((asked) => asked());
      expect((await serviceErrorOf(() => reading)).code).to.equal(code);
      const { user, system } = process.threadCpuUsage(before);
      // Reading these here takes 150 ms and more; handing them over takes 5 to 25 ms.
      expect((user + system) / 1000, 'processor time of this thread, ms').to.be.below(100);
    }
  });

  it('has Markdown files, which are inserted as HTML', async () => {
    const inserted = async (html: string, text: string) =>
      (await read({ 'index.html': html, 'a.md': text }, {}, true)).body.html;
    expect(await inserted('<b>{{ toHTML "a.md" }}</b>{{- toHTML `a.md` -}}', '*x*')).to.equal(
      '<b><p><em>x</em></p>\n</b><p><em>x</em></p>\n',
    );
    expect((await serviceErrorOf(() => inserted('{{ .x }}', ''))).code).to.equal('invalid_parameter');
  });
});
