/** Prints every document of a folder by the service and by plain Chromium, and compares their pages as images. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { type TestService, table } from '@toolpress/testkit';
import { type Picture, picturesOf, sideBySide, visibleDifference } from './pictures.js';
import { PlainChromium, REFERENCES, type Reference, type SavedDocument, textOf } from './plain-chromium.js';
import { localWeb, startServiceIn } from './web.js';

export interface CompareOptions {
  /** Contains `manifest.json`, an array of `id` and `document`, and `docs/<id>/`. */
  readonly folder: string;
  /** The folder for PDFs and images of pages that differ. It reuses plain Chromium's PDFs. */
  readonly out: string;
  /** The ids of the documents to compare; all when empty. */
  readonly ids: readonly string[];
  readonly chromium: string;
}

interface Verdict {
  readonly id: string;
  readonly status: number;
  /** The error code. */
  readonly code?: string;
  readonly error?: string;
  readonly warnings?: readonly { code: string; message: string }[];
  readonly pages?: { readonly plain: number; readonly service: number };
  /** The first of plain Chromium's prints that looks the same; absent without one. */
  readonly like?: Reference;
  /** The comparison with the last of them. */
  readonly difference?: Difference;
}

interface Difference {
  /** The number of the first page that differs, from 1. */
  readonly page: number;
  /** The share of its area that differs. */
  readonly share: number;
  /** All of them. */
  readonly pages: number;
}

const AT_A_TIME = 2;

/** @returns whether every document is right in one of the ways. */
export async function compare(options: CompareOptions, print: (line: string) => void): Promise<boolean> {
  const manifest = JSON.parse(readFileSync(join(options.folder, 'manifest.json'), 'utf8')) as Entry[];
  const wanted = manifest.filter(({ id }) => options.ids.length === 0 || options.ids.includes(id));
  const web = localWeb(join(options.folder, 'sheets'));
  for (const folder of [...REFERENCES, 'service', 'pictures']) {
    mkdirSync(join(options.out, folder), { recursive: true });
  }
  const { service, stop } = await startServiceIn(web);
  const plain = await PlainChromium.launch(options.chromium, web);
  try {
    const left = wanted.values();
    const verdicts: Verdict[] = [];
    const lane = async () => {
      for (const entry of left) {
        const verdict = await judge(entry, options, plain, service);
        verdicts.push(verdict);
        print(`${verdict.id}: ${inWords(verdict)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, lane));
    writeFileSync(join(options.out, 'verdicts.json'), JSON.stringify(verdicts, null, 1));
    for (const line of totals(verdicts)) print(line);
    return verdicts.every(({ like }) => like !== undefined);
  } finally {
    await Promise.all([plain.close(), stop()]);
  }
}

interface Entry {
  readonly id: string;
  /** Its path in `docs/<id>/`. */
  readonly document: string;
}

async function judge(
  entry: Entry,
  options: CompareOptions,
  plain: PlainChromium,
  service: TestService,
): Promise<Verdict> {
  const { id } = entry;
  const document = { folder: join(options.folder, 'docs', id), path: entry.document };
  const fileOf = (kind: string): string => join(options.out, kind, `${id}.pdf`);
  const printed = async (kind: Reference): Promise<Picture[]> => {
    if (!existsSync(fileOf(kind))) writeFileSync(fileOf(kind), await plain.print(document, kind));
    return picturesOf(fileOf(kind));
  };
  for (const name of readdirSync(join(options.out, 'pictures'))) {
    if (name.startsWith(`${id}.`)) rmSync(join(options.out, 'pictures', name));
  }
  const html = textOf(readFileSync(join(document.folder, document.path)));
  const { status, headers, body } = await send(service, { html, files: filesBeside(document) });
  if (status !== 200) {
    const code = headers.get('x-error-code') ?? '';
    return { id, status, code, error: body.error ?? '' };
  }
  writeFileSync(fileOf('service'), Buffer.from(body.data.pdf_base64, 'base64'));
  const got = await picturesOf(fileOf('service'));
  const { warnings } = body.data as Pick<Verdict, 'warnings'>;
  const isWarned = warnings?.some(({ code }) => code === 'style_blocked' || code === 'font_unavailable') ?? false;
  const common = { id, status, ...(warnings && { warnings }) };
  let verdict: Verdict = common;
  for (const reference of isWarned ? REFERENCES : REFERENCES.slice(0, -1)) {
    const expected = await printed(reference);
    const difference = differenceOf(expected, got);
    const pages = verdict.pages ?? { plain: expected.length, service: got.length };
    verdict = { ...common, pages, ...(difference ? { difference } : { like: reference }) };
    if (difference === undefined) break;
    const shown = sideBySide(expected[difference.page - 1], got[difference.page - 1]);
    writeFileSync(join(options.out, 'pictures', `${id}.${reference}.${difference.page}.png`), shown);
  }
  return verdict;
}

function differenceOf(expected: readonly Picture[], got: readonly Picture[]): Difference | undefined {
  const count = Math.max(expected.length, got.length);
  const shares = Array.from({ length: count }, (_, at) => {
    const [one, other] = [expected[at], got[at]];
    if (one === undefined || other === undefined) return 1;
    return visibleDifference(one, other);
  });
  const first = shares.findIndex((share) => share > 0);
  if (first === -1) return undefined;
  return { page: first + 1, share: shares[first] ?? 0, pages: shares.filter((share) => share > 0).length };
}

/** A service without `files` gets none. A full queue or a rate limit is waited for. */
async function send(service: TestService, body: { html: string; files: object }) {
  for (;;) {
    const answer = await service.call('/api/utilities/html-to-pdf', { body });
    if (answer.status === 400 && answer.body.error?.includes('`files`')) {
      return service.call('/api/utilities/html-to-pdf', { body: { html: body.html } });
    }
    if (answer.status !== 429) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

const TEXTS = ['.css', '.svg'];
const PICTURES = ['.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif', '.bmp', '.ico'];

/** Sheets and images of the folder as `files`. */
export function filesBeside({ folder, path }: SavedDocument): Record<string, string | { base64: string }> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    names
      .filter(
        (name) =>
          [...TEXTS, ...PICTURES].includes(extname(name).toLowerCase()) && statSync(join(folder, name)).isFile(),
      )
      .map((name) => {
        const bytes = readFileSync(join(folder, name));
        const isText = TEXTS.includes(extname(name).toLowerCase());
        return [
          posix.relative(posix.dirname(path), name),
          isText ? textOf(bytes) : { base64: bytes.toString('base64') },
        ];
      }),
  );
}

function inWords({ status, code, error = '', pages, like, difference, warnings }: Verdict): string {
  if (status !== 200) return `${status} ${code}: ${error.slice(0, 300)}`;
  if (difference === undefined) return like === 'plain' ? 'right' : `right in ${like}`;
  const { page, share, pages: count } = difference;
  const warned = [...new Set(warnings?.map((one) => one.code))].join(', ');
  const counts = pages?.plain === pages?.service ? '' : `${pages?.service} pages for ${pages?.plain}; `;
  return `${counts}page ${page} differs by ${(share * 100).toFixed(2)} %, ${count} do${warned && `; warned: ${warned}`}`;
}

function totals(verdicts: readonly Verdict[]): string[] {
  const count = (has: (verdict: Verdict) => boolean): string => String(verdicts.filter(has).length);
  return table(
    ['documents', 'accepted', 'right', 'in own fonts', 'without blocked style', 'not right'],
    [
      [
        String(verdicts.length),
        count(({ status }) => status === 200),
        ...REFERENCES.map((reference) => count(({ like }) => like === reference)),
        count(({ like }) => like === undefined),
      ],
    ],
  );
}
