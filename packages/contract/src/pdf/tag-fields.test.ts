import { expect } from 'chai';
import type Joi from 'joi';
import { describe, it } from 'mocha';
import { RawJson } from '../schema/raw-json.js';
import { RecordRequest } from '../schema/records.js';
import { validate } from '../schema/schema.js';
import { HttpRequest } from '../tools/http-request.js';
import { PdfRequest, requestFault } from './pdf.js';

const TAG = '[[name]]';

interface Terms {
  keys?: { key: string; schema: Joi.AnySchema }[] | null;
  items?: Joi.AnySchema[];
  matches?: { schema?: Joi.AnySchema }[];
  examples?: unknown[] | null;
  metas?: { required?: string[] }[];
}
type Steps = readonly (string | number)[];

const termsOf = (schema: Joi.AnySchema): Terms => schema.$_terms as Terms;

/** Returns the paths of all texts in a schema. Members of any name are called `any`. */
function textsIn(schema: Joi.AnySchema, path: Steps = []): Steps[] {
  const { keys, items, matches } = termsOf(schema);
  if (matches?.length) return matches.flatMap(({ schema: match }) => (match ? textsIn(match, path) : []));
  if (schema.type === 'string') return [path];
  if (schema.type === 'array') return items?.[0] ? textsIn(items[0], [...path, 0]) : [];
  if (keys?.length) return keys.flatMap(({ key, schema: child }) => textsIn(child, [...path, key]));
  return schema.type === 'object' ? [[...path, 'any']] : [];
}

/** Returns a value with the tag at a path, and the examples of what is required beside it. */
function withTag(schema: Joi.AnySchema, [step, ...rest]: Steps): unknown {
  if (step === undefined) return TAG;
  const { keys, items, matches, metas = [] } = termsOf(schema);
  const isIn = ({ keys: of, items: each }: Terms) => (typeof step === 'number' ? each?.length : of || each?.length);
  const inside = matches?.find(({ schema: match }) => match && isIn(termsOf(match)));
  if (inside?.schema) return withTag(inside.schema, [step, ...rest]);
  if (typeof step === 'number') return items?.[0] ? [withTag(items[0], rest)] : [TAG];
  const named = metas.flatMap(({ required: names }) => names ?? []);
  const required = (keys ?? []).filter(
    ({ key, schema: child }) => child.$_getFlag('presence') === 'required' || named.includes(key),
  );
  const beside = required.map(({ key, schema: child }) => [key, termsOf(child).examples?.[0] ?? sampleOf(child)]);
  const child = keys?.find(({ key }) => key === step)?.schema;
  return { ...Object.fromEntries(beside), [step]: child ? withTag(child, rest) : TAG };
}

function sampleOf(schema: Joi.AnySchema): unknown {
  const [valid] = (schema as unknown as { _valids?: { _values: Set<unknown> } })._valids?._values ?? [];
  if (valid !== undefined) return valid;
  const { keys, items } = termsOf(schema);
  if (items?.[0]) return [termsOf(items[0]).examples?.[0] ?? sampleOf(items[0])];
  return keys ? withTag(schema, ['_', '_']) : 'YQ==';
}

const pathOf = (steps: Steps): string =>
  steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
    '',
  );

/** Returns the message for each text with a tag: empty where it is accepted. */
function outcomes(schema: Joi.AnySchema, more: (path: string) => object): Map<string, string> {
  return new Map(
    textsIn(schema).map((steps) => {
      const path = pathOf(steps);
      try {
        validate(schema, merged(more(path), withTag(schema, steps)), 'body');
        return [path, ''];
      } catch (error) {
        return [path, (error as Error).message];
      }
    }),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const merged = (one: object, other: unknown): object => {
  const members = Object.entries(isObject(other) ? other : {}).map(([name, value]) => {
    const known = (one as Record<string, unknown>)[name];
    return [name, isObject(known) ? merged(known, value) : value];
  });
  return { ...one, ...Object.fromEntries(members) };
};

const accepted = (found: ReadonlyMap<string, string>): string[] =>
  [...found].filter(([, message]) => message === '').map(([path]) => path);

/** A map's message names its member. */
const names = (message: string, path: string): boolean =>
  message.includes(`\`${path}\``) || message.includes(`\`${path.replace(/(?:\.any|\[0\])$/, '')}\``);

describe('A tag in a text', () => {
  const pdf = outcomes(PdfRequest, (path) => ({
    ...(/^(?:html|template)$/.test(path) ? {} : { html: '<p>x' }),
    ...(/^data_from\.(?!where|record_id)/.test(path) && {
      data_from: path.includes('.sort') ? { list: true } : { record_id: 'rec1' },
    }),
  }));

  it('is taken by the fields of a PDF request that are templates, data or filled, and by no others', () => {
    expect(accepted(pdf).sort()).to.deep.equal(
      [
        ...['html', 'css', 'files.any', 'files.any.base64', 'data.any'],
        ...['header_html', 'footer_html'].flatMap((field) => [
          field,
          ...['default', 'first', 'last', 'even', 'odd'].map((kind) => `${field}.${kind}`),
        ]),
        ...['watermark_html', 'watermark_html.html', 'filename', 'deliver_to.folder', 'attachments[0].name'],
        ...['title', 'author', 'subject', 'keywords', 'keywords[0]', 'created_at'].map((name) => `metadata.${name}`),
        ...['protect.user_password', 'protect.owner_password'],
      ]
        .filter((path) => pdf.has(path))
        .sort(),
    );
  });

  it('is refused elsewhere by a message that names the field', () => {
    const refused = [...pdf].filter(([, message]) => message !== '');
    expect(refused.length).to.be.above(150);
    for (const [path, message] of refused) expect(names(message, path), `${path}: ${message}`).to.equal(true);
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
    const http = outcomes(HttpRequest, () => ({}));
    expect(accepted(http)).to.deep.equal(['body.any']);
    expect(http.get('url')).to.equal(
      '`url` has the tag `[[name]]`, but tags are not filled there: send the value itself; in `url`, write `%5B%5B` for brackets that are text.',
    );
    expect(http.get('headers.any')).to.include('`headers.any` has the tag `[[name]]`');
    const record = outcomes(RecordRequest, (path) => (path.startsWith('where') ? {} : { record_id: 'rec1' }));
    expect(accepted(record)).to.deep.equal([]);
    for (const [path, message] of record) expect(names(message, path), `${path}: ${message}`).to.equal(true);
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
