import { expect } from 'chai';
import { describe, it } from 'mocha';
import { jsonOf } from './json-body.js';

describe('The JSON of a request', () => {
  it('has the files of a template, which are written once', async () => {
    let reads = 0;
    const files = {
      get 'logo.svg'(): string {
        reads += 1;
        return '<svg/>\u2028"ä';
      },
    };
    const texts = await Promise.all(
      [{ html: 'a', files, data: {} }, { files }, { html: 'b', files }].map((body) =>
        new Response(jsonOf(body)).text(),
      ),
    );
    const sent = { 'logo.svg': '<svg/>\u2028"ä' };
    expect(reads).to.equal(1);
    expect(texts.map((text) => JSON.parse(text))).to.deep.equal([
      { html: 'a', data: {}, files: sent },
      { files: sent },
      { html: 'b', files: sent },
    ]);
  });

  it('is plain without files', () => {
    expect(jsonOf({ a: 1 })).to.equal('{"a":1}');
    expect(jsonOf([1])).to.equal('[1]');
  });
});
