/** Requests that a gateway reads itself: forms, messages of agents, rows, uploads, fonts, templates. */
import { brotliCompressSync, constants } from 'node:zlib';
import { base128, sfnt, testFontTables, woff2File } from '@toolpress/testkit';
import { type Entry, filled, formOf, items, KIB, MIB, MOST, members, numbered, other, times } from './entry.js';

const FORM = '/forms/chromium/convert/html';
const MARKDOWN = '/forms/chromium/convert/markdown';
const PDF = '/api/utilities/html-to-pdf';
const MCP = { path: '/mcp', headers: { accept: 'application/json, text/event-stream' } };
const JSON_TYPE = { 'content-type': 'application/json' };
const ROWS = { 'content-type': 'application/x-ndjson' };
const PAGE = { 'index.html': 'x' };
const BOUNDARY = 'boundary';

const raw = (name: string, aimsAt: string, size: number, body: (size: number) => string): Entry =>
  other(name, aimsAt, size, (given) => ({ path: PDF, headers: JSON_TYPE, body: body(given) }));

const fields = (name: string, aimsAt: string, size: number, given: (size: number) => Record<string, string>): Entry =>
  other(name, aimsAt, size, (of) => ({ path: FORM, body: formOf(PAGE, given(of)) }));

const markdown = (name: string, size: number, text: string, html = '{{ toHTML "a.md" }}'): Entry =>
  other(`Markdown ${name}`, 'gateway/gotenberg-forms/markdown.ts: converted, withMarkdown', size, (given) => ({
    path: MARKDOWN,
    body: formOf({ 'index.html': html, 'a.md': filled(given, text) }),
  }));

const font = (name: string, aimsAt: string, file: () => Buffer): Entry =>
  other(`a font ${name}`, `gateway/accounts/fonts: ${aimsAt}`, 2 * MIB, () => ({
    path: '/api/fonts/hungry',
    method: 'PUT',
    body: { family: 'Hungry', data_base64: file().toString('base64') },
  }));

const call = (args: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'check_template', arguments: args },
});

export const GATEWAY: readonly Entry[] = [
  raw('JSON of brackets', 'gateway/api/json.ts: countJson, parseJson', MOST.body, (size) => '['.repeat(size)),
  raw('JSON inside JSON', 'gateway/api/json.ts, contract/schema.ts: isDeeperThan', MOST.body, (size) => {
    const depth = Math.floor(size / 6) - 10;
    return `{"html":"x","data":${'{"":'.repeat(depth)}1${'}'.repeat(depth)}}`;
  }),
  raw(
    'JSON of names',
    'gateway/api/json.ts, large-body-thread.ts: members',
    MOST.body,
    (size) => `{"html":"x","data":{${numbered(size, (index) => `"${index}":0,`)}"":0}}`,
  ),
  raw(
    'JSON of escapes',
    'gateway/api/json.ts: strings',
    MOST.body,
    (size) => `{"html":"${filled(size, '\\u0000\\"')}"}`,
  ),
  raw(
    'JSON of a number',
    'gateway/api/json.ts: numbers',
    MOST.body,
    (size) => `{"html":"[[a]]","data":{"a":${'9'.repeat(size)}}}`,
  ),
  raw('JSON of unknown fields', 'contract/schema.ts: validate', MOST.body, (size) =>
    JSON.stringify({ html: 'x', page_size: members(size, (index) => [`width${index}`, 1]) }),
  ),
  raw('JSON of faults in files', 'contract/files.ts, schema.ts: mapOf', MOST.body, (size) =>
    JSON.stringify({ html: 'x', files: members(size, (index) => [`/${index}`, { base64: '?' }]) }),
  ),
  other('a request of headers', 'contract/http-request.ts: headers and address', MOST.body / 2, (size) => ({
    path: '/api/utilities/http-request',
    body: {
      url: `https://example.invalid/?${filled(size, 'a=%20&')}`,
      headers: Object.fromEntries(times(100, (index) => [`x-${index}`, filled(size / 100, 'a, ')])),
    },
  })),
  fields('a form of fields', 'gateway/gotenberg-forms/form-body.ts, form-request.ts', 9 * MIB, (size) =>
    Object.fromEntries(times(199, (index) => [`unknown${index}`, filled(size / 200, 'x')])),
  ),
  fields('cookies of a form', 'gateway/gotenberg-forms/form-request.ts: readCookies', MIB - KIB, (size) => ({
    cookies: JSON.stringify(items(size, () => ({}))),
  })),
  fields('headers of a form', 'gateway/gotenberg-forms/form-request.ts: readHeaders', MIB - KIB, (size) => ({
    extraHttpHeaders: JSON.stringify({ a: filled(size, ' ;scop') }),
  })),
  fields('ranges of a form', 'contract/paper.ts: readPageRanges', MIB - KIB, (size) => ({
    splitMode: 'pages',
    splitSpan: filled(size, '1-50,'),
    nativePageRanges: filled(size, '1-50,'),
    rotateAngle: '90',
    rotatePages: filled(size, '1,'),
  })),
  fields('lengths of a form', 'gateway/gotenberg-forms/field-reader.ts: FLOAT, DURATION', MIB - KIB, (size) => ({
    paperWidth: `${'1'.repeat(size)}x`,
    scale: `${'1'.repeat(size)}e`,
    waitDelay: `${filled(size, '1h1m')}x`,
  })),
  fields('a watermark of a form', 'gateway/gotenberg-forms/form-options.ts: escaped', MIB - KIB, (size) => ({
    watermarkSource: 'text',
    watermarkExpression: filled(size, '[&<'),
  })),
  other('parts of a form', 'gateway/gotenberg-forms/form-body.ts: parts', MOST.body, (size) => ({
    path: FORM,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: filled(size, `--${BOUNDARY}\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n`),
  })),
  other('almost boundaries of a form', 'gateway/gotenberg-forms/form-body.ts: search', MOST.body, (size) => ({
    path: FORM,
    headers: { 'content-type': `multipart/form-data; boundary=${'-'.repeat(60)}` },
    body: `${'-'.repeat(62)}\r\nContent-Disposition: form-data; name=a; filename=b\r\n\r\n${filled(size, `\r\n${'-'.repeat(59)}`)}`,
  })),
  other(
    'raw elements of a form',
    'gateway/gotenberg-forms/form-request.ts: the text of the document',
    MOST.html,
    (size) => ({
      path: FORM,
      body: formOf({ 'index.html': `[[${filled(size / 2, '<style')}<script>${filled(size / 2, '</script  [[')}` }),
    }),
  ),
  other('links of a form of many pages', 'worker/render/forms.ts, pdf: flatten, split, rotate', 9_000, (count) => ({
    path: FORM,
    body: formOf(
      {
        'index.html': `${'<p style="break-after:page">x'.repeat(48)}${'<a href=https://example.com>x</a> '.repeat(count)}`,
      },
      { flatten: 'true', splitMode: 'intervals', splitSpan: '1', rotateAngle: '90', optimizeImages: 'true' },
    ),
  })),
  markdown('inside each other', 4 * MIB, '> - '),
  markdown('of emphasis', 4 * MIB, '*a _b '),
  markdown('of brackets', 4 * MIB, '[a]('),
  markdown('that is inserted often', 2 * KIB, '- a\n', filled(4 * MIB, '{{ toHTML "a.md" }}')),
  other('a message inside itself', 'gateway/mcp/endpoint.ts, server.ts', 250 * KIB, (size) => ({
    ...MCP,
    body: call({
      html: 'x',
      data: JSON.parse(`${'{"a":['.repeat(450)}0${']}'.repeat(450)}`),
      css: filled(size - 5_000, 'a{}'),
    }),
  })),
  other('a list of messages', 'gateway/mcp/endpoint.ts', 250 * KIB, (size) => ({
    ...MCP,
    body: items(size, () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' })),
  })),
  other('a message with objects', 'gateway/mcp/server.ts: validate', 250 * KIB, (size) => ({
    ...MCP,
    body: call({ html: 'x', attachments: items(size, () => ({})), files: members(0, () => ['a', 'b']) }),
  })),
  other('rows that are not objects', 'gateway/jobs/batches/rows.ts, contract/batches.ts', 10_000, (count) => ({
    path: '/api/batches',
    body: { tool: 'html-to-pdf', input: { html: 'x' }, rows: times(count, () => [0]) },
  })),
  other('rows inside themselves', 'contract/schema.ts: boundedDepth', MOST.body, (size) => ({
    path: '/api/batches',
    headers: JSON_TYPE,
    body: `{"tool":"html-to-pdf","input":{"html":"x"},"rows":[${numbered(size, () => `${'['.repeat(90)}${']'.repeat(90)},`)}1]}`,
  })),
  other('an upload of blank lines', 'gateway/jobs/batches/rows.ts: JsonLines', 150 * MIB, (size) => ({
    path: '/api/uploads',
    method: 'PUT',
    headers: ROWS,
    body: Buffer.alloc(size, `${' '.repeat(2_000)}\r\n`),
  })),
  other('an upload of quotes', 'gateway/jobs/batches/rows.ts, uploads.ts', 150 * MIB, (size) => ({
    path: '/api/uploads',
    method: 'PUT',
    headers: ROWS,
    body: Buffer.alloc(size, `"${'\\"'.repeat(20_000)},""\n`),
  })),
  font('that unpacks', 'font-file.ts, document/fonts/containers.ts', () =>
    woff2File(
      [Buffer.concat([Buffer.from([0xff]), Buffer.from('glyf'), base128(256 * MIB)])],
      brotliCompressSync(Buffer.alloc(256 * MIB), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
      256 * MIB,
    ),
  ),
  font('of tables', 'tables.ts: names and characters', () => {
    const name = Buffer.alloc(1.9 * MIB, 0xff);
    return sfnt({
      ...testFontTables('Hungry'),
      name,
      ...Object.fromEntries(times(60, (at) => [`t${at}xx`, Buffer.alloc(9)])),
    });
  }),
  other(
    'a template with samples and files',
    'gateway/accounts/variables: parts of a version',
    4 * MIB,
    (size, salt) => ({
      path: `/api/variables/hungry-${salt}`,
      method: 'PUT',
      body: {
        kind: 'html',
        content: filled(MIB - KIB, '[[#each a]]'),
        css: filled(MIB - KIB, 'a{b:[[c'),
        sample_data: Object.fromEntries(times(20, (index) => [`s${index}`, members(size / 60, (at) => [`n${at}`, 1])])),
        files: Object.fromEntries(times(190, (index) => [`${index}.css`, filled(size / 600, '[[a]]/*')])),
      },
    }),
  ),
  {
    ...other('versions that differ', 'contract/differences.ts: lines', MIB, () => ({
      path: '/api/variables/versions/diff?from=1&to=2',
      method: 'GET',
      body: '',
    })),
    variables: {
      versions: [0, 1].map((salt) => numbered(200_000, (index) => `${(index * 7 + salt * 3) % 101}\n`)),
    },
  },
];
