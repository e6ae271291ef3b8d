import { expect } from 'chai';
import { describe, it } from 'mocha';
import { HttpRequest } from './http-request.js';
import { PdfRequest } from './pdf.js';
import { jsonText, RawJson, withMembers, withoutPassedOn } from './raw-json.js';

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
    });

  it('are the fields that no gateway looks into', () => {
    const long = 'x'.repeat(100_000);
    const namesOf = (...request: Parameters<typeof withoutPassedOn>): string[] => [
      ...withoutPassedOn(...request).passed.keys(),
    ];
    expect(namesOf(PdfRequest, { html: long, css: long, data, header_html: long })).to.deep.equal([
      'html',
      'css',
      'data',
    ]);
    expect(namesOf(PdfRequest, { html: 'x', css: '' })).to.deep.equal([]);
    expect(namesOf(PdfRequest, { html: `${long}[[ var:name ]]` }), 'it names a variable').to.deep.equal([]);
    expect(namesOf(HttpRequest, { url: long, body: [] })).to.deep.equal(['body']);
  });
});
