/** The command `batch`: prints a template once per row of a CSV file or of JSON lines, and saves what is made of all rows. */
import { createWriteStream } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  BATCH_OUTPUTS,
  type Batch,
  type BatchOutput,
  type BatchRow,
  type Page,
  type Upload,
  withoutAbsent,
} from '@toolpress/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { findTarget, Problem, type Target } from '../config.js';
import { count, printable } from '../output.js';
import { callService, fetchOf, type ServiceCall } from '../service.js';
import type { Session } from '../session.js';
import { templateOf } from './render.js';
import { readBytes, readText, requestBody } from './request-body.js';

interface BatchOptions {
  css?: string;
  header?: string;
  footer?: string;
  translations?: string;
  files?: string;
  filename?: string;
  locale?: string;
  timeZone?: string;
  output: BatchOutput[];
  out?: string;
  tokenFile?: string;
  mergedPasswordFile?: string;
}

/** The media types of rows, by the ending of their file. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ '.csv': 'text/csv', '.tsv': 'text/csv', '.txt': 'text/csv' },
  ...{ '.jsonl': 'application/x-ndjson', '.ndjson': 'application/x-ndjson' },
};
const MAX_WAIT_SECONDS = 30;
/** The ending of a file with the parameters of `rows_from`. */
const FROM_RECORDS = '.json';
/** The largest number of failed rows that are shown. */
const FAILED_SHOWN = 20;

export function addBatch(program: Command, session: Session): void {
  program
    .command('batch')
    .description('prints a template once per row of a file, and saves the archive or the merged PDF')
    .argument('<template>', 'an HTML file, or a folder with template.html')
    .argument('<rows>', 'CSV with a header (.csv, .tsv, .txt), JSON lines (.jsonl, .ndjson), or rows_from (.json)')
    .option('--output <kinds>', 'zip, merged, files, or several with commas', readOutputs, [
      'zip',
    ] satisfies BatchOutput[])
    .option('--out <file>', 'the archive or the merged PDF; default: the name of the rows')
    .option('--filename <name>', 'name of each file; may have tags')
    .option('--css <file>', 'style sheet of the template')
    .option('--files <folder>', 'folder of images and style sheets')
    .option('--header <file>', 'HTML in the top margin of every page')
    .option('--footer <file>', 'HTML in the bottom margin of every page')
    .option('--translations <file>', 'JSON, by language, for the filter t')
    .option('--locale <tag>', 'language of amounts, dates and texts, such as de-AT')
    .option('--time-zone <name>', 'time zone of points in time, such as Europe/Vienna')
    .option('--merged-password-file <file>', 'file with the password of the merged PDF, for rows that have passwords')
    .option('--token-file <file>', 'file with the API token; default: API_TOKEN')
    .addHelpText(
      ...session.examples('batch payslip.html november.csv --output zip,merged', 'batch templates/invoice rows.jsonl'),
    )
    .action((template: string, rows: string, options: BatchOptions) => runBatch(session, template, rows, options));
}

function readOutputs(words: string): BatchOutput[] {
  const outputs = words.split(',').map((word) => word.trim() as BatchOutput);
  if (outputs.every((each) => BATCH_OUTPUTS.includes(each))) return outputs;
  throw new InvalidArgumentError(`It must be ${BATCH_OUTPUTS.join(', ')}, or several with commas.`);
}

async function runBatch(session: Session, template: string, rows: string, options: BatchOptions): Promise<void> {
  const target = findTarget(session.url, 'API_TOKEN', options.tokenFile);
  const ending = extname(rows).toLowerCase();
  const type = TYPES[ending];
  if (type === undefined && ending !== FROM_RECORDS)
    throw new Problem(`${rows} must end with ${[...Object.keys(TYPES), FROM_RECORDS].join(', ')}.`);
  const { output, filename, locale, timeZone: time_zone } = options;
  const { options: ofFolder, data: _sample, ...from } = await templateOf(template, options);
  const input = await requestBody(from, { ...ofFolder, ...withoutAbsent({ filename, locale, time_zone }) });
  const given = type === undefined ? await rowsFrom(rows) : await uploaded(target, rows, type);
  const password = options.mergedPasswordFile && (await readText(options.mergedPasswordFile)).trimEnd();
  const protect = password === undefined ? undefined : { user_password: password };
  const submitted = JSON.stringify({ tool: 'html-to-pdf', output, ...(protect && { protect }) }).slice(0, -1);
  const body = `${submitted},${given},"input":${input.text}}`;
  const { id, rows: number } = await call<Batch>(target, '/api/batches', { method: 'POST', body });
  process.stderr.write(`${id}: ${count(number)} rows\n`);
  const batch = await endOf(target, id);
  const failed = batch.failed === 0 ? [] : await failedRows(target, id);
  const saved = await saveFiles(batch, rows, options.out);
  if (batch.failed > 0 || batch.error) session.exitCode = 1;
  const lines = [
    `${id}: ${count(batch.done)} done, ${count(batch.failed)} failed`,
    ...saved,
    ...failed.map(({ row, error }) => `row ${row}: ${error?.message ?? ''}`),
    ...(batch.error ? [batch.error.message] : []),
  ];
  await session.show(batch, () => lines.map(printable));
}

/** Returns the member of a batch that names its rows, which are uploaded. */
async function uploaded(target: Target, path: string, contentType: string): Promise<string> {
  const body = await readBytes(path);
  const { id } = await call<Upload>(target, '/api/uploads', { method: 'PUT', body, contentType });
  return `"upload":${JSON.stringify(id)}`;
}

/** Returns the member of a batch whose rows are records. The JSON is sent unchanged, so numbers keep their digits. */
async function rowsFrom(path: string): Promise<string> {
  const text = await readText(path);
  try {
    JSON.parse(text);
  } catch (error) {
    throw new Problem(`${path} is not valid JSON: ${(error as Error).message}`);
  }
  return `"rows_from":${text}`;
}

/** @throws Problem with the service's message. */
async function call<Data>(target: Target, path: string, request: Omit<ServiceCall, 'what'>): Promise<Data> {
  const answer = await callService(target, path, { what: 'API token', ...request });
  if (!answer.isDone) throw new Problem(printable(answer.error));
  return answer.data as Data;
}

async function endOf(target: Target, id: string): Promise<Batch> {
  for (;;) {
    const batch = await call<Batch>(target, `/api/batches/${id}?wait=${MAX_WAIT_SECONDS}`, { method: 'GET' });
    if (batch.finished_at !== undefined) return batch;
    process.stderr.write(`${count(batch.done)} done, ${count(batch.failed)} failed\n`);
  }
}

const failedRows = async (target: Target, id: string): Promise<BatchRow[]> =>
  (await call<Page<BatchRow>>(target, `/api/batches/${id}/rows?status=failed&limit=${FAILED_SHOWN}`, { method: 'GET' }))
    .items;

/** Saves the archive and the merged PDF. @returns their paths. */
async function saveFiles({ result, merged }: Batch, rows: string, out: string | undefined): Promise<string[]> {
  const stem = out?.replace(/\.(?:zip|pdf)$/i, '') ?? join(dirname(rows), basename(rows, extname(rows)));
  const saved: string[] = [];
  for (const file of [result, merged]) {
    if (file === undefined) continue;
    const { pathname } = new URL(file.download_url);
    const path = `${stem}${extname(pathname)}`;
    const response = await fetchOf(file.download_url);
    if (!response.ok || response.body === null)
      throw new Problem(`${file.download_url} was answered ${response.status}.`);
    await pipeline(Readable.fromWeb(response.body), createWriteStream(path)).catch((error: Error) => {
      throw new Problem(`${path} can't be written: ${error.message}`);
    });
    saved.push(`${path}: ${count(Math.ceil(file.size_bytes / 1024))} KiB`);
  }
  return saved;
}
