import type { FileValue, StoredPdfRequest } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { Variables } from '../../accounts/variables/variables.js';
import { MemoryBudget } from '../../api/memory-budget.js';
import { addTemplate } from './template-request.js';

const filesNamed = (count: number, prefix: string): Record<string, FileValue> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}.css`, 'p {}']));

async function filled(saved: Record<string, FileValue>, own: Record<string, FileValue>): Promise<StoredPdfRequest> {
  const record = { kind: 'html', content: '<p>', files: JSON.stringify(saved), created_at: '', updated_at: '' };
  const version: Variables['version'] = async () => ({ record, version: 3, bytes: 1, isPublished: true }) as never;
  const variables = { version, explain: async () => new Error('not found') } as never;
  const request = { template: 'invoice', files: own } as StoredPdfRequest & { template: string };
  const context = { memory: new MemoryBudget(1e9).share('acc_1'), signal: new AbortController().signal };
  await addTemplate(variables, request, 'acc_1', context);
  return request;
}

describe('A request with a template', () => {
  it('has the files of both, its own last, so that they win under any spelling of a path', async () => {
    const { files } = await filled({ 'a.css': 'old', './a.css': 'older', 'b.css': 'b' }, { 'a.css': 'new' });
    expect(Object.entries(files ?? {}).at(-1)).to.deep.equal(['a.css', 'new']);
  });

  it('is refused with more files than a request may have', async () => {
    const refused = await filled(filesNamed(150, 'a'), filesNamed(100, 'b')).catch((error: unknown) => error);
    expect(refused).to.include({ code: 'invalid_parameter' });
  });
});
