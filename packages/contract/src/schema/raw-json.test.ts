import { expect } from 'chai';
import type Joi from 'joi';
import { describe, it } from 'mocha';
import { VariableContent } from '../accounts/variables.js';
import { BatchRequest } from '../jobs/batches.js';
import { PdfRequest } from '../pdf/pdf.js';
import { HttpRequest } from '../tools/http-request.js';
import { itemsOf, jsonText, passOn, RawJson, rawOf, withMembers } from './raw-json.js';

describe('JSON that is passed on', () => {
  const data = { a: [1, null, 'ä "quoted"'], __proto__x: { b: {} } };
  const raw = new RawJson(JSON.stringify(data));
  const bytes = new RawJson(new TextEncoder().encode(JSON.stringify(data)));

  it('is serialised unchanged at any position', () => {
    expect(jsonText({ html: 'x', data: raw, list: [bytes, raw] })).to.equal(
      JSON.stringify({ html: 'x', data, list: [data, data] }),
    );
    expect([raw.sizeBytes, bytes.sizeBytes]).to.deep.equal(Array(2).fill(Buffer.byteLength(JSON.stringify(data))));
    expect(jsonText(raw)).to.equal(JSON.stringify(data));
    expect(jsonText({ html: 'x' })).to.equal('{"html":"x"}');
  });

  it('is not written by accident, where its text would be missing', () => {
    expect(() => JSON.stringify({ data: raw })).to.throw('jsonText');
  });

  for (const json of ['{}', '{"a":1}'])
    it(`takes members after those of ${json} without being parsed`, () => {
      const whole = withMembers(new RawJson(Buffer.from(json)), { b: 'ü' }) as RawJson;
      expect(JSON.parse(whole.content.toString())).to.deep.equal({ ...JSON.parse(json), b: 'ü' });
      expect((withMembers(new RawJson(Buffer.from(json)), {}) as RawJson).content.toString()).to.equal(json);
      const raw = withMembers({ a: 0, b: 1 }, new RawJson(json)) as RawJson;
      expect(JSON.parse(raw.content.toString())).to.deep.equal({ a: 0, b: 1, ...JSON.parse(json) });
    });

  it('are the fields that no gateway looks into, also in a part of a request', () => {
    const long = 'x'.repeat(100_000);
    const namesOf = (schema: Joi.AnySchema, request: object): string[] =>
      passOn(schema, request).raw.map((path) => path.join('.'));
    expect(namesOf(PdfRequest, { html: long, css: long, data, header_html: long })).to.deep.equal([
      'html',
      'css',
      'data',
    ]);
    expect(namesOf(PdfRequest, { html: 'x', css: '' })).to.deep.equal([]);
    expect(namesOf(PdfRequest, { html: `${long}[[ var:name ]]` }), 'it names a variable').to.deep.equal([]);
    expect(namesOf(HttpRequest, { url: long, body: [1] })).to.deep.equal(['body']);
    expect(namesOf(VariableContent, { content: long, options: { a: 1 }, files: {} })).to.deep.equal(['options']);
    expect(namesOf(BatchRequest, { input: { html: 'x', data }, rows: [data] })).to.deep.equal(['input.data', 'rows']);
    const batch = { tool: 'html-to-pdf', input: { data }, rows: [data, 1] };
    expect(JSON.parse(jsonText(passOn<object>(BatchRequest, batch).value))).to.deep.equal(batch);
  });

  it('say the names of few members', () => {
    expect(rawOf({ a: 1, b: [] }).names).to.deep.equal(['a', 'b']);
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`a${index}`, 1]));
    for (const value of [many, {}, ['a'], 'a']) expect(rawOf(value).names).to.equal(undefined);
  });

  it('is a list whose items are split without being parsed', () => {
    for (const items of [[], [{ a: '\n,' }], [1, 'ä]', [2, [3]], {}]]) {
      const list = rawOf(items, true);
      expect(Array.from(itemsOf(list), (item) => JSON.parse(Buffer.from(item).toString()))).to.deep.equal(items);
      expect(JSON.parse(jsonText(list))).to.deep.equal(items);
    }
  });
});
