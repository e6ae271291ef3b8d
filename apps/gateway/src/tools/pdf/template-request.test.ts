import { type FileValue, jsonText, RawJson, rawOf, type StoredPdfRequest } from '@toolpress/contract';
import { expect } from 'chai';
import { after, describe, it } from 'mocha';
import type { Variables } from '../../accounts/variables/variables.js';
import { LargeBodies } from '../../api/large-bodies.js';
import { MemoryBudget } from '../../api/memory-budget.js';
import { addTemplate, sampleOf } from './template-request.js';

const filesNamed = (count: number, prefix: string): Record<string, FileValue> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}.css`, 'p {}']));

describe('A request with a template', () => {
  const largeBodies = new LargeBodies();
  after(() => largeBodies.close());

  async function filled(saved: object, own: object): Promise<StoredPdfRequest> {
    const parts = Object.fromEntries(Object.entries(saved).map(([name, part]) => [name, JSON.stringify(part)]));
    const record = { kind: 'html', content: '<p>', ...parts, created_at: '', updated_at: '' };
    const version: Variables['version'] = async () => ({ record, version: 3, bytes: 1, isPublished: true }) as never;
    const variables = { version, explain: async () => new Error('not found') } as never;
    const request = { template: 'invoice', ...own } as StoredPdfRequest & { template: string };
    const context = { memory: new MemoryBudget(1e9).share('acc_1'), signal: new AbortController().signal };
    await addTemplate({ variables, largeBodies }, request, 'acc_1', context);
    return request;
  }

  it('has the files of both, its own last, so that they win under any spelling of a path', async () => {
    const files = { 'a.css': 'old', './a.css': 'older', 'b.css': 'b' };
    const whole = await filled({ files }, { files: { 'a.css': 'new' } });
    expect(Object.entries(whole.files ?? {}).at(-1)).to.deep.equal(['a.css', 'new']);
  });

  it('is refused with more files than a request may have', async () => {
    const refused = await filled({ files: filesNamed(150, 'a') }, { files: filesNamed(100, 'b') }).catch(
      (error: unknown) => error,
    );
    expect(refused).to.include({ code: 'invalid_parameter' });
  });

  it('is the same, and refused alike, if a part is large and another thread reads it', async () => {
    const long = 'x'.repeat(100_000);
    const options = { page_size: 'A5', metadata: { title: 't' }, conformance: 'pdf/a-3b' };
    const own = { page_size: 'A4', data: { a: 1 } };
    const small = await filled({ options, files: { 'a.css': 'b' } }, own);
    for (const [saved, sent] of [
      [
        { options, files: { 'a.css': 'b' } },
        { ...own, data: rawOf(own.data) },
      ],
      [{ options: { ...options, header_html: long }, files: { 'a.css': 'b' } }, own],
    ] as const) {
      const { header_html: _, ...large } = await filled(saved, sent);
      expect(large.files).to.be.instanceOf(RawJson);
      expect(JSON.parse(jsonText(large))).to.deep.equal(small);
    }
    const faults = [own, { ...own, data: rawOf(own.data) }].map((sent) =>
      filled({ options }, { ...sent, protect: { user_password: 'u' } }).catch(String),
    );
    const fault = 'ServiceError: `protect` can’t go with `conformance`: PDF/A and PDF/UA are read without a password';
    for (const said of await Promise.all(faults)) expect(said).to.equal(`${fault}, with the options of \`invoice\`.`);
  });

  it('is tried with sample data of any size', async () => {
    const samples = (length: number) => JSON.stringify({ a: { b: 'x'.repeat(length) }, c: {} });
    for (const length of [1, 100_000]) {
      expect(jsonText(await sampleOf(samples(length), 'a', largeBodies, 'acc_1'))).to.have.lengthOf(length + 8);
      expect(await sampleOf(samples(length), 'toString', largeBodies, 'acc_1')).to.equal(undefined);
    }
  });
});
