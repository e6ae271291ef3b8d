/**
 * Batches whose gateway, worker, browser and Redis are killed or frozen at random moments. Each row must have one result, one charge and one file, each event
 * must be delivered, and other files in the store must be unclaimed, so that a sweep deletes them.
 */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, eventually, type HttpTarget, pdfText, startHttpTarget, TestService } from '@toolpress/testkit';
import { sweepUnclaimedFiles, unclaimedFiles } from '../unclaimed-files.js';
import { entriesOfZip } from '../zip-reader.js';
import { logProblems } from './experiment.js';
import { Kills, type Victim } from './kills.js';

const ROWS = 500;
const JSON_LINES = 'application/x-ndjson';
/** The most faults of a round while its rows are printed, and then while its archive is made. */
const MOST_KILLS = 8;
const MOST_KILLS_OF_ARCHIVE = 3;
/** The number of characters at the beginning of a link that identify the file. */
const FILE_ID_LENGTH = 41;
/** A batch counts as lost when it has not ended so long after its last row. */
const STALL_LIMIT_MS = 300_000;
/** The rows whose files are read after each round, chosen at random. */
const READ = 20;
const ACTIONS = 3;
/** The time limit for work that is still running. */
const SETTLE_MS = 60_000;

export interface BatchesReport {
  rounds: readonly Round[];
  /** The number of repeated deliveries. Each event has to be delivered at least once. */
  eventsTwice: number;
  /** Unclaimed files: their worker or gateway was killed. They are swept. */
  filesSwept: number;
  /** The violations, in words. */
  problems: string[];
}

export interface Round {
  rows: number;
  seconds: number;
  /** The seconds of these in which a killed process was started again, or one was frozen. */
  faultSeconds: number;
  /** The number of faults that were freezes. */
  freezes: number;
  kills: Readonly<Record<Victim, number>>;
}

/** A row as the service describes it. */
interface Row {
  row: number;
  status: string;
  result?: { download_url: string; size_bytes: number };
  error?: { message: string };
}

/** @param random returns a number between 0 and 1, which decides victims and times. */
export async function killBatches(count: number, random: () => number, stop: AbortSignal): Promise<BatchesReport> {
  const receiver = await startHttpTarget((_request, response) => void response.end());
  const env = { OUTBOUND_ALLOW: '127.0.0.2', RENDER_CONCURRENCY: '2' };
  const service = await TestService.start({ workers: 2, env });
  const rounds: Round[] = [];
  const problems: string[] = [];
  const ids: string[] = [];
  /** The logs of the killed workers. */
  const logs: string[] = [];
  /** The sizes of the rows' files in bytes, by their ids. */
  const files = new Map<string, number>();
  try {
    await service.call('/api/webhooks/ends', { method: 'PUT', body: { url: receiver.url } });
    for (let round = 1; round <= count; round++) {
      const begun = performance.now();
      const kills = new Kills(service, random, logs);
      kills.allow(MOST_KILLS);
      const id = await submitted(service, round);
      ids.push(id);
      const [late] = await Promise.all([ended(service, id, kills, stop).finally(() => kills.end()), kills.run()]);
      const { counts, faultSeconds, freezes } = kills;
      rounds.push({ rows: ROWS, seconds: (performance.now() - begun) / 1_000, faultSeconds, freezes, kills: counts });
      const found = late === undefined ? [] : [late];
      found.push(...(await resultsOf(service, id, round, random, files)));
      if (hasArchive(round)) found.push(...(await archiveOf(service, id, round, files)));
      problems.push(...found.map((problem) => `round ${round}: ${problem}`));
      // Its rows still wait, before those of the next round.
      if (late !== undefined) break;
    }
    problems.push(...(await chargesOf(service, ids.length, files)), ...(await eventsOf(receiver, ids)));
    const { swept, found } = await filesSwept(service, files);
    problems.push(...found, ...logProblems([service.logs(), ...logs].join('\n')));
    return { rounds, eventsTwice: receiver.requests.length - ids.length, filesSwept: swept, problems };
  } finally {
    await service.stop();
    await receiver.close();
  }
}

/** The first two of three batches have an archive, which is then made under the kills, too; the second one is merged. */
const hasArchive = (round: number): boolean => round % 3 !== 0;
const isMerged = (round: number): boolean => round % 3 === 2;
/** The rows of every second batch are uploaded. */
const isUploaded = (round: number): boolean => round % 2 === 0;

const textOf = (round: number, row: number): string => `Round ${round} row ${row}`;

async function submitted(service: TestService, round: number): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, index) => ({ text: textOf(round, index + 1) }));
  const output = hasArchive(round) ? { output: isMerged(round) ? 'merged' : 'zip' } : {};
  const given = isUploaded(round) ? { upload: await uploaded(service, rows) } : { rows };
  const body = { tool: 'html-to-pdf', input: { html: '<p>[[text]]' }, ...given, ...output };
  const answer = await service.call('/api/batches', { body });
  if (answer.status !== 202) throw new Error(`a batch was answered ${answer.status}: ${answer.body.error}`);
  return answer.body.data.id;
}

async function uploaded(service: TestService, rows: readonly object[]): Promise<string> {
  const body = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const answer = await service.call('/api/uploads', { method: 'PUT', headers: { 'content-type': JSON_LINES }, body });
  if (answer.status !== 201) throw new Error(`an upload was answered ${answer.status}: ${answer.body.error}`);
  return answer.body.data.id;
}

/** Repeats a call until the gateway is available. */
async function call(service: TestService, path: string): Promise<Answer['body']['data']> {
  let data: Answer['body']['data'];
  await eventually(async () => {
    const answer = await service.call(path);
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
    ({ data } = answer.body);
  }, STALL_LIMIT_MS);
  return data;
}

/** Waits for the end of a batch. @returns what is wrong if it does not end in time. */
async function ended(service: TestService, id: string, kills: Kills, stop: AbortSignal): Promise<string | undefined> {
  let until = 0;
  let rowsOver = -1;
  for (;;) {
    const { status, done, failed, finished_at: end } = await call(service, `/api/batches/${id}`);
    if (end !== undefined) return undefined;
    if (done + failed !== rowsOver) {
      rowsOver = done + failed;
      until = Date.now() + STALL_LIMIT_MS;
      if (rowsOver === ROWS) kills.allow(MOST_KILLS_OF_ARCHIVE);
    } else if (Date.now() > until) return `it is ${status}, with ${done} rows done and ${failed} failed`;
    stop.throwIfAborted();
    await sleep(200);
  }
}

/** Checks that each row has a separate file of the reported size, and reads some of them. @param files collects the files. */
async function resultsOf(
  service: TestService,
  id: string,
  round: number,
  random: () => number,
  files: Map<string, number>,
): Promise<string[]> {
  const { items } = (await call(service, `/api/batches/${id}/rows?limit=1000`)) as { items: Row[] };
  const problems = items
    .filter(({ status }) => status !== 'done')
    .map(({ row, status, error }) => `row ${row} is ${status} ${error?.message ?? ''}`);
  const numbers = new Set(items.map(({ row }) => row));
  if (items.length !== ROWS || numbers.size !== ROWS) problems.push(`${items.length} rows are listed, not ${ROWS}`);
  const before = files.size;
  for (const { result } of items)
    if (result) files.set(basename(result.download_url).slice(0, FILE_ID_LENGTH), result.size_bytes);
  if (files.size - before !== ROWS) problems.push(`${ROWS} rows have ${files.size - before} files of their own`);
  for (let read = 0; read < READ; read++) {
    const { row, result } = items[Math.floor(random() * items.length)] as Row;
    // A row without a file is a problem already.
    if (result === undefined) continue;
    const file = await fetch(result.download_url);
    const text = pdfText(Buffer.from(await file.arrayBuffer()));
    if (!text.includes(textOf(round, row))) problems.push(`row ${row} has another file`);
  }
  return problems;
}

/** Checks that the archive holds the document of each row. @param files collects the file. */
async function archiveOf(
  service: TestService,
  id: string,
  round: number,
  files: Map<string, number>,
): Promise<string[]> {
  const { result, error } = await call(service, `/api/batches/${id}`);
  if (result === undefined) return [`it has no archive: ${error?.message}`];
  files.set(basename(result.download_url).slice(0, FILE_ID_LENGTH), result.size_bytes);
  const file = await fetch(result.download_url);
  if (isMerged(round)) {
    const merged = pdfText(Buffer.from(await file.arrayBuffer()));
    const places = Array.from({ length: ROWS }, (_, index) =>
      merged.search(new RegExp(`${textOf(round, index + 1)}\\b`)),
    );
    const wrong = places.filter((place, index) => place === -1 || place < (places[index - 1] ?? -1)).length;
    if (wrong === 0 && result.page_count === ROWS && result.missing === 0) return [];
    return [`its merged PDF has ${result.page_count} pages, ${wrong} rows at a wrong place; ${result.missing} missing`];
  }
  const entries = [...entriesOfZip(Buffer.from(await file.arrayBuffer())).values()];
  const wrong = entries.filter((bytes, index) => !pdfText(bytes).includes(textOf(round, index + 1))).length;
  if (entries.length === ROWS && wrong === 0 && result.missing === 0) return [];
  return [
    `its archive has ${entries.length} documents, ${wrong} of them at a wrong place; ${result.missing} are missing`,
  ];
}

async function chargesOf(service: TestService, batches: number, files: Map<string, number>): Promise<string[]> {
  const { actions } = await call(service, '/api/usage');
  const expected = batches * ROWS * ACTIONS;
  const { storage_bytes: stored } = await call(service, '/api/account');
  const bytes = [...files.values()].reduce((sum, each) => sum + each, 0);
  return [
    ...(actions === expected ? [] : [`${actions} actions were charged, not ${expected}`]),
    ...(stored === bytes ? [] : [`${stored} bytes of files are counted, not ${bytes}`]),
  ];
}

/** Checks that the store has the files of all rows and otherwise only unclaimed ones, which a sweep deletes. */
async function filesSwept(
  service: TestService,
  files: ReadonlyMap<string, number>,
): Promise<{ swept: number; found: string[] }> {
  const before = await filesAsOwned(service, files, true);
  await sweepUnclaimedFiles(service);
  const after = await filesAsOwned(service, files, false);
  return {
    swept: before.others,
    found: [...before.found, ...after.found.map((problem) => `after a sweep, ${problem}`)],
  };
}

/** @param mayBeUnclaimed whether unclaimed files are allowed. @returns the number of files that belong to no row, and the faults. */
async function filesAsOwned(
  service: TestService,
  files: ReadonlyMap<string, number>,
  mayBeUnclaimed: boolean,
): Promise<{ others: number; found: string[] }> {
  let found: string[] = [];
  let others = 0;
  const look = async (): Promise<void> => {
    const stored = new Map(
      (await readdir(service.storageFolder, { recursive: true }))
        .filter((name) => /\.(pdf|zip)$/.test(name))
        .map((name) => [basename(name).slice(0, FILE_ID_LENGTH), join(service.storageFolder, name)]),
    );
    const unclaimed = new Set(await unclaimedFiles(service));
    const left = [...stored.keys()].filter((id) => !files.has(id));
    others = left.length;
    const wrong = left.filter((id) => !(mayBeUnclaimed && unclaimed.has(id))).length;
    found = wrong > 0 ? [`${wrong} files belong to no row and will not be deleted`] : [];
    for (const [id, bytes] of files) {
      const path = stored.get(id);
      if (path === undefined || (await stat(path)).size !== bytes)
        found.push(`the file ${id} is missing or has changed`);
      if (unclaimed.has(id)) found.push(`the file ${id} is a row's, and would be deleted`);
    }
    if (found.length > 0) throw new Error(found.join());
  };
  await eventually(look, SETTLE_MS).catch(() => undefined);
  return { others, found };
}

/** Checks that each event was delivered at least once, under one id. */
async function eventsOf(receiver: HttpTarget, ids: readonly string[]): Promise<string[]> {
  const seen = (): Set<unknown> => new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
  const missing = (): string[] => ids.filter((id) => !seen().has(`evt_${id}`));
  await eventually(() => {
    if (missing().length > 0) throw new Error('an event is missing');
  }, 60_000).catch(() => undefined);
  const wrong = receiver.requests.flatMap(({ body }) => {
    const { type, data } = JSON.parse(body.toString()) as { type: string; data: { id: string; done: number } };
    return type === 'batch.done' && data.done === ROWS
      ? []
      : [`an event ${type} says of ${data.id}: ${data.done} done`];
  });
  const others = [...seen()].filter((id) => !ids.some((batch) => id === `evt_${batch}`));
  return [...wrong, ...missing().map((id) => `no event of ${id}`), ...others.map((id) => `an event ${id} of nothing`)];
}
