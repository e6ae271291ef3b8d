/** Prints documents at the levels of PDF/A and PDF/UA by a whole service. veraPDF, qpdf and poppler judge the files. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Flavour, qpdfComplaints, type TestService, veraPdf } from '@toolpress/testkit';
import { LETTERHEAD, type TestDocument } from './documents.js';

/** The option of a request, and the profiles of veraPDF for it. */
export const LEVELS: Readonly<Record<string, { conformance: readonly string[]; flavours: readonly Flavour[] }>> = {
  '2b': { conformance: ['pdf/a-2b'], flavours: ['2b'] },
  '3b': { conformance: ['pdf/a-3b'], flavours: ['3b'] },
  '3a': { conformance: ['pdf/a-3a'], flavours: ['3a'] },
  ua1: { conformance: ['pdf/ua-1'], flavours: ['ua1'] },
  '3a+ua1': { conformance: ['pdf/a-3a', 'pdf/ua-1'], flavours: ['3a', 'ua1'] },
};

export interface Outcome {
  readonly id: string;
  readonly level: string;
  readonly status: number;
  /** The code and the message of an error. */
  readonly code?: string;
  readonly error?: string;
  /** The file, if it was printed. */
  readonly file?: string;
  /** The faults: a clause of veraPDF (`ua1 7.2-10`), `qpdf`, `pixels`. */
  readonly faults: { readonly by: string; readonly what: string }[];
}

export interface Trial {
  readonly service: TestService;
  /** The folder for the files: one for each level, and `plain` for documents without conformance. */
  readonly out: string;
  readonly levels: readonly string[];
  /** The levels at which each page has to look as without conformance. */
  readonly looks: readonly string[];
}

const AT_A_TIME = 2;
const CREATED = '2026-01-02T03:04:05Z';

/** Prints documents, and compares their looks. `judge` adds its faults later. */
export async function printed(
  documents: readonly TestDocument[],
  trial: Trial,
  print: (line: string) => void = () => undefined,
): Promise<Outcome[]> {
  for (const folder of ['plain', ...trial.levels]) mkdirSync(join(trial.out, folder), { recursive: true });
  const outcomes: Outcome[] = [];
  const left = documents.values();
  const lane = async (): Promise<void> => {
    for (const document of left) {
      const all = await printAll(document, trial);
      outcomes.push(...all);
      print(`${document.id}: ${all.map(({ level, status, code }) => `${level} ${code ?? status}`).join(', ')}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  return outcomes;
}

/** Adds the faults that veraPDF and qpdf find, all at once: each start of Java takes as long as ten documents. */
export async function judge(outcomes: readonly Outcome[]): Promise<void> {
  await askVeraPdf(outcomes);
  for (const { file, faults } of outcomes) {
    if (file === undefined) continue;
    const [complaints = []] = await qpdfComplaints([file]);
    faults.push(...complaints.map((what) => ({ by: 'qpdf', what })));
  }
}

async function printAll({ id, body }: TestDocument, trial: Trial): Promise<Outcome[]> {
  const plain = trial.looks.length > 0 ? await pictures(await printOne(id, 'plain', body, trial)) : undefined;
  const outcomes: Outcome[] = [];
  for (const level of trial.levels) {
    const { conformance } = LEVELS[level] ?? {};
    const metadata = { ...(body['metadata'] as object | undefined), created_at: CREATED };
    // What holds no PDF/A itself may not be in PDF/A-2.
    const request = { ...body, conformance, metadata, ...(level === '2b' && { attachments: undefined }) };
    const outcome = await printOne(id, level, request, trial);
    const printed = plain && trial.looks.includes(level) ? await pictures(outcome) : undefined;
    if (plain && printed && !looksAs(plain, printed)) {
      outcome.faults.push({ by: 'pixels', what: `the pages do not look as those of plain/${id}.pdf` });
    }
    outcomes.push(outcome);
  }
  return outcomes;
}

async function printOne(id: string, level: string, body: object, { service, out }: Trial): Promise<Outcome> {
  for (;;) {
    const answer = await service.call('/api/utilities/html-to-pdf', { body });
    if (answer.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      continue;
    }
    const common = { id, level, status: answer.status, faults: [] };
    if (answer.status !== 200) {
      return { ...common, code: answer.headers.get('x-error-code') ?? '', error: answer.body.error ?? '' };
    }
    const file = join(out, level, `${id}.pdf`);
    writeFileSync(file, Buffer.from(answer.body.data.pdf_base64, 'base64'));
    return { ...common, file };
  }
}

/** Returns the PDF of {@link LETTERHEAD} in base64. */
export async function letterheadOf(service: TestService): Promise<string> {
  const { body } = await service.call('/api/utilities/html-to-pdf', { body: LETTERHEAD });
  return body.data.pdf_base64 as string;
}

/** The tolerance of a colour channel: with an output intent readers convert colours once more, and round. */
const ROUNDING = 2;

const looksAs = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length &&
  (one.equals(other) || one.every((byte, at) => Math.abs(byte - (other[at] ?? 0)) <= ROUNDING));

/** Returns the pages at 80 dots per inch; empty without a file. */
async function pictures({ file }: Outcome): Promise<Buffer | undefined> {
  if (file === undefined) return undefined;
  const options = { encoding: 'buffer', maxBuffer: 2 ** 30 } as const;
  return (await promisify(execFile)('pdftoppm', ['-r', '80', file], options)).stdout;
}

async function askVeraPdf(outcomes: readonly Outcome[]): Promise<void> {
  const flavours = new Set(Object.values(LEVELS).flatMap((level) => level.flavours));
  for (const flavour of flavours) {
    const asked = outcomes.filter(({ level, file }) => file && LEVELS[level]?.flavours.includes(flavour));
    const verdicts = await veraPdf(
      asked.map(({ file = '' }) => file),
      flavour,
    );
    for (const [at, { failures }] of verdicts.entries()) {
      for (const { clause, testNumber, count, description, example } of failures) {
        const what = `${count} times: ${description}\n      ${example}`;
        asked[at]?.faults.push({ by: `${flavour} ${clause}-${testNumber}`, what });
      }
    }
  }
}
