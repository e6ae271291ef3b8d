import { expect } from 'chai';
import type Joi from 'joi';
import { describe, it } from 'mocha';
import { WebhookInput } from '../accounts/webhooks.js';
import { BatchRequest } from '../jobs/batches.js';
import { RawJson } from '../schema/raw-json.js';
import { ListRecordsRequest, RecordRequest } from '../schema/records.js';
import { validate } from '../schema/schema.js';
import { accepted, names, outcomes, TAG } from '../testing/tagged-texts.js';
import { HttpRequest } from '../tools/http-request.js';
import type { ToolName } from '../tools/tools.js';
import { PdfRequest, requestFault } from './pdf.js';

type Beside = (path: string) => object;
/** What the request of a tool needs beside a text at a path. */
const besidePdf = (path: string): object => ({
  ...(/^(?:html|template)$/.test(path) ? {} : { html: '<p>x' }),
  ...(/^data_from\.(?!where|record_id)/.test(path) && {
    data_from: path.includes('.sort') ? { list: true } : { record_id: 'rec1' },
  }),
});
const PART = /^multipart\[0\]\.(?!value|base64|file$)(\w+)$/;
const PAGES = /^paginate\.(\w+)$/;
const withBody = (path: string): object => {
  const [, ofPart] = PART.exec(path) ?? [];
  const [, ofPages] = PAGES.exec(path) ?? [];
  return {
    ...(path !== 'method' && { method: 'POST' }),
    ...(ofPart !== undefined && { multipart: [{ name: 'part', value: 'text', [ofPart]: TAG }] }),
    ...(ofPages !== undefined && {
      paginate: { by: 'cursor', next: 'next', ...(ofPages !== 'body' && { query: 'after' }), [ofPages]: TAG },
    }),
  };
};
const besideRecord = (path: string): object => (path.startsWith('where') ? {} : { record_id: 'rec1' });
const besideBatch = (path: string): object => ({
  ...(/^(?:rows_from|upload)/.test(path) ? {} : { rows: [{}] }),
  ...(path.startsWith('protect') && { output: 'merged' }),
  input: besidePdf(path.replace('input.', '')),
});

/** The texts of a PDF request that are templates, data or filled. */
const FILLED = [
  ...['html', 'css', 'files.any', 'files.any.base64', 'data.any'],
  ...['header_html', 'footer_html'].flatMap((field) => [
    field,
    ...['default', 'first', 'last', 'even', 'odd'].map((kind) => `${field}.${kind}`),
  ]),
  ...['watermark_html', 'watermark_html.html', 'filename', 'deliver_to.folder', 'attachments[0].name'],
  ...['title', 'author', 'subject', 'keywords', 'keywords[0]', 'created_at'].map((name) => `metadata.${name}`),
  ...['protect.user_password', 'protect.owner_password'],
];

/** Each request that a caller sends, and its texts that take a tag. */
const REQUESTS: Record<ToolName | 'batch' | 'webhook', [Joi.AnySchema, string[], (Beside | undefined)?, Beside?]> = {
  'http-request': [
    HttpRequest,
    ['body.any', 'form.any', 'text', ...['name', 'value', 'filename'].map((name) => `multipart[0].${name}`)],
    undefined,
    withBody,
  ],
  'html-to-pdf': [PdfRequest, FILLED, besidePdf],
  'json-to-pdf': [PdfRequest, FILLED, besidePdf],
  'get-record': [RecordRequest, [], besideRecord],
  'list-records': [ListRecordsRequest, []],
  batch: [BatchRequest, FILLED.map((path) => `input.${path}`), besideBatch],
  webhook: [WebhookInput, []],
};

describe('A tag in a text', () => {
  const pdf = outcomes(PdfRequest, besidePdf);

  for (const [name, [schema, filled, beside, instead]] of Object.entries(REQUESTS)) {
    const found = outcomes(schema, beside, TAG, instead);

    it(`is taken by the texts of ${name} that are templates, data or filled, and by no others`, () => {
      expect(accepted(found).sort()).to.deep.equal(filled.filter((path) => found.has(path)).sort());
    });

    it(`is refused elsewhere in ${name} by a message that names the field`, () => {
      for (const [path, message] of found) {
        const isNamed = names(message, path) || names(message, path.replace('input.', ''));
        expect(message === '' || isNamed, `${path}: ${message}`).to.equal(true);
      }
    });
  }

  it('may have a name of several words, as data of spreadsheets has', () => {
    const found = outcomes(PdfRequest, besidePdf, '[[Invoice No]]');
    expect(accepted(found)).to.deep.equal(accepted(pdf));
    expect(found.get('e_invoice.invoice.number')).to.include('`e_invoice.invoice.number` has the tag `[[Invoice No]]`');
  });

  it('is refused with what works', () => {
    expect(pdf.get('e_invoice.invoice.number')).to.equal(
      '`e_invoice.invoice.number` has the tag `[[name]]`, but tags are not filled there: send `{"invoice_from": "invoice"}` with the invoice in `data`; with `"tags": false` all brackets are text.',
    );
    expect(pdf.get('attachments[0].description')).to.include('send the text itself');
    const literal = { html: 'x', tags: false, e_invoice: { profile: 'basic', invoice: { number: TAG } } };
    expect(() => validate(PdfRequest, literal, 'body')).to.not.throw();
  });

  it('is checked as text with `tags: false`', () => {
    for (const fields of [{ filename: '[[/../x]]' }, { metadata: { created_at: '[[day]]' } }])
      expect(() => validate(PdfRequest, { html: 'x', tags: false, ...fields }, 'body')).to.throw('must');
    expect(() => validate(PdfRequest, { html: 'x', tags: false, filename: '[[x]]' }, 'body')).to.not.throw();
  });

  it('is refused by the tools that fill none, but in a body for others', () => {
    const http = outcomes(HttpRequest, undefined, TAG, withBody);
    expect(http.get('url')).to.equal(
      '`url` has the tag `[[name]]`, but tags are not filled there: send the value itself; in `url`, write `%5B%5B` for brackets that are text.',
    );
    expect(http.get('headers.any')).to.include('`headers.any` has the tag `[[name]]`');
    const rows = { ...{ base_id: 'b', table_id: 't', _connections: { tablebase: 'x' } }, record_ids: ['a', TAG] };
    expect(() =>
      validate(BatchRequest, { tool: 'html-to-pdf', input: { html: 'x' }, rows_from: rows }, 'body'),
    ).to.throw('`rows_from.record_ids[1]` has the tag `[[name]]`');
  });

  it('is what the language would fill: not lists in lists, programs and prose in brackets', () => {
    const isTaken = (value: string): boolean => {
      try {
        validate(HttpRequest, { method: 'GET', url: 'https://example.com/', headers: { value } }, 'body');
        return true;
      } catch {
        return false;
      }
    };
    for (const text of [
      '[[1, 2], [3]]',
      '[["a"]]',
      '[[true]]',
      '[[]]',
      '[[a',
      'a]]',
      'if [[ -f x ]]',
      '[[see our wiki]]',
    ])
      expect(isTaken(text), text).to.equal(true);
    for (const tag of [
      '[[a]]',
      '[[ a.b ]]',
      '[[a.0.b]]',
      '[[total | money: "EUR"]]',
      '[[#if a == 1]]',
      '[[/if]]',
      '[[&a]]',
    ])
      expect(isTaken(`x ${tag}`), tag).to.equal(false);
    for (const tag of ['[[var:x]]', '[[> row]]', '[[@root.a]]', '[[../a]]', '[[.]]', '[[items[0].x]]', '[[größe]]'])
      expect(isTaken(`x ${tag}`), tag).to.equal(false);
  });

  it('is not looked for in what a gateway passes on without reading it', () => {
    const attachments = new RawJson(new Uint8Array(8 * 2 ** 20));
    const begun = performance.now();
    expect(requestFault({ html: 'x', attachments, filename: '[[name]]' } as unknown as PdfRequest)).to.equal(undefined);
    expect(performance.now() - begun).to.be.below(100);
  });

  it('is looked for in linear time', () => {
    for (const text of [
      '[['.repeat(2 ** 20),
      `${'[['.repeat(2 ** 20)}]]`,
      '[[a'.repeat(2 ** 19),
      '[[a.]]'.repeat(2 ** 18),
    ]) {
      const begun = performance.now();
      validate(PdfRequest, { html: 'x', e_invoice: { profile: 'basic', xml: text.slice(0, 2 ** 20) } }, 'body');
      expect(performance.now() - begun).to.be.below(2_000);
    }
  });
});
