/**
 * Prints documents with a real Gotenberg and with this service, by the same forms, and compares their pages and texts:
 *
 *     node packages/e2e/dist/gotenberg/compare-main.js [--limit 100] [--field preferCssPageSize=true] [--out FOLDER] FOLDER...
 *
 * Each folder has a folder for each document: one HTML file, and its assets. Needs `CHROME_PATH` and Gotenberg in `TOOLPRESS_PEERS`.
 * A document that differs is printed again by a Gotenberg whose scripts are off.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { pdfInfo, pdfText, TestService, table } from '@toolpress/testkit';
import { isPeerHere, type Peer, startPeer } from './peer.js';

const { values, positionals } = parseArgs({
  options: {
    limit: { type: 'string', default: '100' },
    field: { type: 'string', multiple: true, default: [] },
    out: { type: 'string', default: '' },
    all: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const browser = process.env['CHROME_PATH'] ?? '';
if (browser === '' || !isPeerHere()) throw new Error('CHROME_PATH and Gotenberg are needed.');

interface TestDocument {
  id: string;
  html: string;
  assets: string[];
}

interface Print {
  status: number;
  message: string;
  pages: number;
  text: string;
  warnings: string;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

const documents: TestDocument[] = positionals
  .flatMap((folder) =>
    readdirSync(folder)
      .sort()
      .map((name) => join(folder, name)),
  )
  .filter((folder) => statSync(folder).isDirectory())
  .flatMap((folder) => {
    const files = filesIn(folder);
    const pages = files.filter((path) => /\.x?html$/.test(path) && !/\b(?:header|footer)\.html$/.test(path));
    const assets = files.filter((path) => !/\.(?:x?html|pdf|json)$/.test(path));
    return pages.slice(0, 1).map((html) => ({ id: basename(folder), html, assets }));
  })
  .slice(0, Number(values.limit));

async function print(url: string, { html, assets }: TestDocument, token?: string): Promise<Print> {
  const form = new FormData();
  form.append('files', new Blob([readFileSync(html)]), 'index.html');
  for (const path of assets) form.append('files', new Blob([readFileSync(path)]), basename(path));
  for (const field of values.field)
    form.append(field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1));
  const headers = token === undefined ? {} : { authorization: `Basic ${btoa(`any:${token}`)}` };
  const response = await fetch(`${url}/forms/chromium/convert/html`, { method: 'POST', headers, body: form });
  const body = Buffer.from(await response.arrayBuffer());
  const warnings = response.headers.get('x-warnings') ?? '';
  if (response.status !== 200)
    return { status: response.status, message: body.toString(), pages: 0, text: '', warnings };
  if (values.out !== '')
    writeFileSync(join(values.out, `${basename(html)}-${token === undefined ? 'peer' : 'ours'}.pdf`), body);
  const text = pdfText(body)
    .normalize('NFKC')
    .replaceAll(/[\s\u00ad]+/g, ' ')
    .trim();
  return { status: 200, message: '', pages: pdfInfo(body).pages, text, warnings };
}

const isSame = (one: Print, other: Print): boolean =>
  one.status === other.status && one.pages === other.pages && one.text === other.text;

const SCRIPT = 'a script changes it there';
const ORDER = 'the same words in another order';

/** Returns why a document differs. */
async function explained(document: TestDocument, ours: Print, theirs: Print, still: Peer): Promise<string> {
  if (ours.status !== 200) return `refused: ${ours.message.slice(0, 120)}`;
  const without = await print(still.url, document);
  if (isSame(ours, without)) return SCRIPT;
  if (isSameWords(ours.text, theirs.text)) return ORDER;
  if (isSameWords(ours.text, without.text))
    return 'a script changes it there; without, the same words in another order';
  const [here, there] = [wordsOnlyIn(ours.text, without.text), wordsOnlyIn(without.text, ours.text)];
  const pages = ours.pages === without.pages ? [] : [`pages without scripts: ${without.pages}`];
  const warnings = ours.warnings === '' ? [] : [ours.warnings];
  return [`only here: ${here}`, `only there: ${there}`, ...pages, ...warnings].join('; ');
}

const sorted = (text: string): string[] => text.split(' ').sort();
const isSameWords = (one: string, other: string): boolean => sorted(one).join(' ') === sorted(other).join(' ');

const SHOWN = 12;

/** Returns the first words that a text has more often than another. */
function wordsOnlyIn(text: string, other: string): string {
  const counts = new Map<string, number>();
  for (const word of other.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  const more = text.split(' ').filter((word) => {
    const left = counts.get(word) ?? 0;
    counts.set(word, left - 1);
    return left <= 0;
  });
  const rest = more.length > SHOWN ? [`and ${more.length - SHOWN} more`] : [];
  return more.length === 0 ? 'nothing' : [`“${more.slice(0, SHOWN).join(' ')}”`, ...rest].join(' ');
}

if (values.out !== '') mkdirSync(values.out, { recursive: true });
const peer = await startPeer(browser);
const still = await startPeer(browser, ['--chromium-disable-javascript=true']);
const service = await TestService.start({ env: { COMPAT: 'gotenberg' } });
try {
  const rows: string[][] = [];
  const counts = { same: 0, pages: 0, texts: 0, script: 0, order: 0 };
  for (const document of documents) {
    const [ours, theirs] = [await print(service.url, document, service.token), await print(peer.url, document)];
    const [hasPages, hasText] = [ours.pages === theirs.pages, ours.text === theirs.text];
    if (hasPages) counts.pages += 1;
    if (hasText) counts.texts += 1;
    if (isSame(ours, theirs)) counts.same += 1;
    if (isSame(ours, theirs) && !values.all) continue;
    const why = isSame(ours, theirs) ? '' : await explained(document, ours, theirs, still);
    if (why === SCRIPT) counts.script += 1;
    if (why === ORDER) counts.order += 1;
    rows.push([document.id, String(theirs.pages), String(ours.pages), hasText ? 'same' : 'differs', why]);
  }
  const summary = [
    `${documents.length} documents: ${counts.same} with the same pages and the same text, ${counts.order} more with the same words in another order, ${counts.script} more without scripts;`,
    `the same number of pages: ${counts.pages}, the same text: ${counts.texts}`,
    '',
  ];
  for (const line of [...summary, ...table(['document', 'pages there', 'here', 'text:', 'why:'], rows)])
    process.stdout.write(`${line}\n`);
} finally {
  await Promise.all([peer.end(), still.end(), service.stop()]);
}
