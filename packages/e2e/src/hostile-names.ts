/** Names and properties of random hostile texts: none leaves its path, its header or its string of the PDF. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdfJsAbout, qpdfComplaints, type ServiceClient } from '@toolpress/testkit';
import { expect } from 'chai';
import { entriesOfZip } from './zip-reader.js';

/** What paths, headers, strings of PDFs, archives and terminals treat specially. */
const PIECES = [
  ...[
    '/',
    '\\',
    '..',
    '.',
    '~',
    ' ',
    ':',
    '*',
    '?',
    '|',
    '"',
    "'",
    '`',
    '$',
    ';',
    '=',
    ',',
    '&',
    '#',
    '(',
    ')',
    '<',
    '>',
  ],
  ...['\u0000', '\u0007', '\t', '\r\n', '\n', '\u001b[2J', '\u007f', '\u0085', '\u00a0', '\u00ad'],
  ...['\u200b', '\u200f', '\u202e', '\u2066', '\u2069', '\u061c', '\u2028', '\u2029', '\ufeff', '\ufffe', '\uffff'],
  ...['\ud800', '\udfff', 'e\u0301', 'é', 'ß', '日本', 'مرحبا', '😀', 'İ', '%00', '%2f', '%', '\\n', '\\)', '&#0;'],
  ...[
    '[[other]]',
    '[[',
    ']]',
    '{{a}}',
    '/JS (',
    '>> endobj',
    'con',
    'nul',
    '.pdf',
    '.csv',
    'a',
    'B',
    '0',
    'x'.repeat(90),
  ],
];

/** Returns texts, the same for the same seed. */
export function hostileTexts(count: number, seed: number): string[] {
  let state = seed;
  const below = (bound: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + below(6) }, () => PIECES[below(PIECES.length)] ?? '').join(''),
  );
}

const CONTENT = 'a;b\n';
const attachment = (name: string) => ({
  ...{ name, data_base64: Buffer.from(CONTENT).toString('base64'), mime_type: 'text/csv' },
});
/** The messages of texts that are refused begin with one of these fields. */
const FIELDS = /`(?:filename|metadata\.(?:title|author|keywords(?:\[0\])?)|attachments\[0\]\.name|deliver_to\.folder)`/;
const DISPOSITION = /^attachment; filename="[ -!#-~]*"; filename\*=UTF-8''[\w.~!#$&+^`|%-]+$/;

interface Printed {
  download_url: string;
  signed_url: string;
}

/** Properties have no control characters, and their white space is collapsed. */
const comparable = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Noncharacter_Code_Point}/gu, '\ufffd')
    .replace(/[\p{Cc}\s]+/gu, '');

/** Checks what a file is called, its author, what is attached to it. @param file a place for it. @returns its name. */
async function expectUnbroken({ download_url, signed_url }: Printed, author: string, file: string): Promise<string> {
  const answer = await fetch(download_url);
  const disposition = answer.headers.get('content-disposition') ?? '';
  expect(disposition).to.match(DISPOSITION);
  expect((await fetch(signed_url)).headers.get('content-disposition')).to.equal(disposition);
  const name = decodeURIComponent(/filename\*=UTF-8''(\S*)$/.exec(disposition)?.[1] ?? '');
  expect(name).to.match(/^[^/\\\p{Cc}\p{Cs}]*\.pdf$/iu);
  const pdf = Buffer.from(await answer.arrayBuffer());
  expect(pdf.toString('latin1')).to.not.include('/JS (');
  const { info, attachments } = await pdfJsAbout(pdf);
  expect(comparable(String(info['Author'] ?? ''))).to.equal(comparable(author));
  const [[attached, content] = ['', Buffer.of()], ...others] = attachments;
  expect(others).to.deep.equal([]);
  expect(attached).to.match(/^[^/\\\p{Cc}]+$/u);
  expect(content.toString()).to.equal(CONTENT);
  await writeFile(file, pdf);
  return name;
}

/** @param service with an account. */
export function hostileNames(service: () => ServiceClient) {
  const call = async (body: object) => {
    const answer = await service().call('/api/utilities/html-to-pdf', { body: { html: '<p>x', ...body } });
    if (answer.status === 200) return { data: answer.body.data as Printed & { delivered?: { key: string } } };
    expect([400, 422], answer.body.error).to.include(answer.status);
    expect(answer.body.error).to.match(FIELDS);
    return { fault: answer.body.error ?? '' };
  };
  async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    const folder = await mkdtemp(join(tmpdir(), 'toolpress-names-'));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  }
  const expectValid = async (files: string[]) => expect((await qpdfComplaints(files)).flat()).to.deep.equal([]);

  return {
    /** Sends texts as they are. @returns the number of printed ones. */
    literal: (texts: readonly string[]) =>
      inFolder(async (folder) => {
        const files: string[] = [];
        for (const text of texts) {
          const metadata = { title: text, author: text, keywords: [text] };
          const { data } = await call({ tags: false, filename: text, metadata, attachments: [attachment(text)] });
          if (data === undefined) continue;
          files.push(join(folder, `${files.length}.pdf`));
          await expectUnbroken(data, text, files.at(-1) ?? '');
        }
        await expectValid(files);
        return files.length;
      }),

    /** Fills tags with texts, one a row of a batch. @returns the number of printed ones. */
    filled: (texts: readonly string[]) =>
      inFolder(async (folder) => {
        const input = {
          ...{ html: '<p>[[number]]', filename: '[[value]]', attachments: [attachment('a-[[value]]')] },
          metadata: { title: 'x[[value]]', author: '[[value]]', keywords: ['[[value]]'] },
        };
        const rows = texts.map((value, number) => ({ number, value }));
        const body = { tool: 'html-to-pdf', input, rows, output: ['files', 'zip'] };
        const submitted = await service().call('/api/batches', { body });
        expect(submitted.status, submitted.body.error).to.equal(202);
        const path = `/api/batches/${submitted.body.data.id}`;
        const batch = (await service().ended(path)).body.data;
        const names: string[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
          const { items, next_cursor } = (await service().call(`${path}/rows?limit=100${query}`)).body.data;
          for (const { row, result, error } of items) {
            if (result === undefined) expect(error.message).to.match(FIELDS);
            else names.push(await expectUnbroken(result, texts[row - 1] ?? '', join(folder, `${names.length}.pdf`)));
          }
          cursor = next_cursor;
        }
        for (const name of names) expect(name).to.match(/^[^\p{Bidi_Control}\p{Zl}\p{Zp}]+$/u);
        await expectValid(names.map((_, index) => join(folder, `${index}.pdf`)));
        expect([batch.done, batch.done + batch.failed]).to.deep.equal([names.length, texts.length]);
        const zip = await fetch(batch.result.download_url);
        const entries = [...entriesOfZip(Buffer.from(await zip.arrayBuffer())).keys()];
        for (const entry of entries) expect(entry).to.match(/^(?!\.{1,2}$)[^/\\:*?"<>|\p{Cc}]*[^/\\:*?"<>|\p{Cc}. ]$/u);
        expect(new Set(entries.map((entry) => entry.normalize('NFC').toLowerCase())).size).to.equal(names.length);
        return names.length;
      }),

    /** Prints one document. @returns its data, or the message. */
    call,
  };
}
