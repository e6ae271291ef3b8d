/** Work whose documents are stored and charged once each, whatever the store does meanwhile. */
import { AFTER_WORK_MS, type Answer, eventually, pdfText, type TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { logProblems } from '../chaos/experiment.js';
import { sweepUnclaimedFiles } from '../unclaimed-files.js';
import type { FullableStore } from './stores.js';

export const PDF = '/api/utilities/html-to-pdf';
const ACTIONS = 3;
/** Files whose text is read, of each batch. */
const READ = 5;

export interface Printed {
  download_url: string;
  size_bytes: number;
}

export async function submitBatch(service: TestService, name: string, rows: number, more = {}): Promise<string> {
  const texts = Array.from({ length: rows }, (_, index) => ({ text: textOf(name, index + 1) }));
  const body = { tool: 'html-to-pdf', input: { html: '<p>[[text]]' }, rows: texts, ...more };
  const answer = await service.call('/api/batches', { body });
  expect(answer.status, answer.body.error).to.equal(202);
  return answer.body.data.id;
}

const textOf = (name: string, row: number): string => `${name} row ${row}.`;

export const rowsDone = async (service: TestService, id: string): Promise<number> =>
  (await service.call(`/api/batches/${id}`)).body.data.done;

/** Checks that each row of a batch is done, with a separate file and its own text. @returns the files. */
export async function printedRows(service: TestService, id: string, name: string, rows: number): Promise<Printed[]> {
  const { data } = (await service.ended(`/api/batches/${id}`)).body;
  const items: { row: number; result?: Printed; error?: object }[] = [];
  for (let cursor = ''; cursor !== undefined; ) {
    const page = await service.call(`/api/batches/${id}/rows?limit=1000${cursor && `&cursor=${cursor}`}`);
    items.push(...page.body.data.items);
    cursor = page.body.data.next_cursor ?? undefined;
  }
  const faults = items.flatMap(({ row, error }) => (error === undefined ? [] : [`${row}: ${JSON.stringify(error)}`]));
  expect(faults).to.deep.equal([]);
  expect(data).to.deep.include({ status: 'done', done: rows, failed: 0 });
  const files = items.flatMap(({ result }) => result ?? []);
  expect(new Set(files.map(({ download_url: url }) => url)).size).to.equal(rows);
  for (let row = 1; row <= rows; row += Math.ceil(rows / READ)) {
    const file = await fetch(files[row - 1]?.download_url ?? '');
    expect(pdfText(Buffer.from(await file.arrayBuffer()))).to.include(textOf(name, row));
  }
  return files;
}

/**
 * Checks that these files are all that is charged and stored, after a sweep of unclaimed files, and that the log has no error.
 *
 * @param others the files of other accounts.
 */
export async function expectExactly(
  service: TestService,
  store: FullableStore,
  files: readonly Printed[],
  others: readonly Printed[] = [],
): Promise<void> {
  await eventually(async () => {
    const { data } = (await service.call('/api/usage')).body;
    expect(data.actions).to.equal(ACTIONS * files.length);
    expect(data.storage_bytes).to.equal(files.reduce((sum, { size_bytes: bytes }) => sum + bytes, 0));
  }, AFTER_WORK_MS);
  await sweepUnclaimedFiles(service);
  const owned = [...files, ...others].map(({ download_url: url }) =>
    new URL(url).pathname.slice('/files/'.length).slice(0, 41),
  );
  await eventually(async () => expect((await store.files(service)).sort()).to.deep.equal(owned.sort()), AFTER_WORK_MS);
  expect(logProblems(service.logs())).to.deep.equal([]);
}

export const REFUSED: readonly unknown[] = [503, 'unavailable', '1'];

/** Returns the status, the code and the pause of an answer. */
export const refusalOf = ({ status, headers }: Answer): unknown[] => [
  status,
  headers.get('x-error-code'),
  headers.get('retry-after'),
];

/** Returns the number of attempts at documents that ended without a file. */
export const failedAttempts = (service: TestService): number =>
  service.logs().match(/"outcome":"failed".*"msg":"job"/g)?.length ?? 0;

/** Returns the warnings of an app, without those of its start. */
export function warningsOf(service: TestService, app: 'gateway' | 'worker'): string[] {
  const lines = service.logs().split('\n');
  return lines.filter(
    (line) => line.includes('"level":"warn"') && line.includes(`"service":"${app}"`) && !/root|sandbox/.test(line),
  );
}
