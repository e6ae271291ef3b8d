import { TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { constructs, generated, samples } from './standards/documents.js';

const CREATED = '2026-01-31T09:30:00+01:00';
const FILES = [
  { name: 'b.csv', data_base64: 'YTtiCg==', mime_type: 'text/csv', relationship: 'Data' },
  { name: 'ä.txt', data_base64: '' },
];
const KINDS: readonly object[] = [
  {},
  { tagged: true, outline: true },
  { tagged: true, conformance: 'pdf/a-3b', attachments: FILES },
  { conformance: ['pdf/a-3a', 'pdf/ua-1'] },
];

/** The number of generated documents; more by hand. */
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 1);

/** Each in one way or another. */
const requests = [
  ...samples(),
  ...constructs(16),
  ...Array.from({ length: DOCUMENTS }, (_, index) => generated(index + 1)),
].map(({ id, body }, index) => {
  const kind = KINDS[index % KINDS.length];
  return { id, body: { ...body, ...kind, metadata: { author: 'Ann', created_at: CREATED } } };
});

/** @returns their PDFs, or why there is none. */
async function printed(given: typeof requests, concurrency: number): Promise<Map<string, string>> {
  // A busy machine draws pictures of filters for many seconds.
  const env = { RENDER_CONCURRENCY: String(concurrency), RENDER_PRINT_LIMIT_MS: '55000' };
  const service = await TestService.start({ env });
  try {
    const results = new Map<string, string>();
    const left = given.values();
    const lane = async (): Promise<void> => {
      for (const { id, body } of left) {
        const answer = await service.call('/api/utilities/html-to-pdf', { body });
        results.set(id, answer.body.data?.pdf_base64 ?? answer.body.error ?? '');
      }
    };
    await Promise.all(Array.from({ length: concurrency }, lane));
    return results;
  } finally {
    await service.stop();
  }
}

const outcome = (result = ''): string =>
  result.startsWith('JVBERi') ? `a PDF of ${result.length} characters` : result;

describe('The same request with the same `metadata.created_at`', () => {
  it('makes the same bytes after a fresh start, and after or beside any other document', async () => {
    const one = await printed(requests, 1);
    const other = await printed([...requests].reverse(), 2);
    const differing = [...one].filter(([id, pdf]) => other.get(id) !== pdf).map(([id]) => id);
    const shown = differing.map((id) => `${id}: ${outcome(one.get(id))}, then ${outcome(other.get(id))}`);
    expect(shown.join('\n')).to.equal('');
    expect([...one.values()].filter((pdf) => pdf.startsWith('JVBERi')).length).to.be.at.least(0.8 * requests.length);
  });
});
