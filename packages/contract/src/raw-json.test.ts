import { expect } from 'chai';
import { describe, it } from 'mocha';
import { HttpRequest } from './http-request.js';
import { PdfRequest } from './pdf.js';
import { fieldsPassedOn, jsonText, RawJson } from './raw-json.js';

describe('JSON that is passed on', () => {
  const data = { a: [1, null, 'ä "quoted"'], __proto__x: { b: {} } };
  const raw = new RawJson(JSON.stringify(data));

  it('is written as what it is, wherever it stands', () => {
    expect(jsonText({ html: 'x', data: raw, list: [raw, raw] })).to.equal(
      JSON.stringify({ html: 'x', data, list: [data, data] }),
    );
    expect(jsonText(raw)).to.equal(JSON.stringify(data));
    expect(jsonText({ html: 'x' })).to.equal('{"html":"x"}');
  });

  it('is not written by accident, where its text would be missing', () => {
    expect(() => JSON.stringify({ data: raw })).to.throw('jsonText');
  });

  it('are the fields that no gateway looks into', () => {
    expect(fieldsPassedOn(PdfRequest)).to.deep.equal(['data']);
    expect(fieldsPassedOn(HttpRequest)).to.deep.equal(['body']);
  });
});
