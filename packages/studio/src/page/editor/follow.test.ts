import { expect } from 'chai';
import { describe, it } from 'mocha';
import { placeIn, soughtAt } from './follow.js';

const SOURCE = '<h1>Invoice [[number]]</h1>\n<p class="a">Dear Ada,</p>\n\n<p>Total &amp; tax</p>\n<p>Dear Ada,</p>';
const soughtIn = (text: string, from = 0) => soughtAt(SOURCE, SOURCE.indexOf(text, from), { number: '2026-7' });

describe('The place of the cursor', () => {
  it('is taken from the nearest printed text, without markup', () => {
    expect(soughtIn('ear Ada')).to.deep.equal({ text: 'Dear Ada,', before: 0 });
    expect(soughtIn('class')).to.deep.equal({ text: 'Dear Ada,', before: 0 });
    expect(soughtIn('\n<p>Total')).to.deep.equal({ text: 'Dear Ada,', before: 0 });
    expect(soughtIn('tax')).to.deep.equal({ text: 'Total & tax', before: 0 });
    expect(soughtIn('Dear', 50)).to.deep.equal({ text: 'Dear Ada,', before: 1 });
  });

  it('is taken from the value of a tag', () => {
    expect(soughtIn('mber')).to.deep.equal({ text: '2026-7', before: 0 });
  });

  it('is found in the pages with other spaces, hyphens and case', () => {
    const page = (...texts: string[]) => ({ pieces: texts.map((text, index) => ({ text, top: index / 10 })) });
    const pages = [page('INVOICE', ' 2026\u00ad7', 'Dear ', 'Ada,'), page('x', 'Dear Ada,')];
    expect(placeIn(pages, { text: 'Dear Ada,', before: 0 })).to.deep.equal({ page: 0, top: 0.2 });
    expect(placeIn(pages, { text: 'Dear Ada,', before: 1 })).to.deep.equal({ page: 1, top: 0.1 });
    expect(placeIn(pages, { text: 'Dear Ada,', before: 5 })).to.deep.equal({ page: 1, top: 0.1 });
    expect(placeIn(pages, { text: 'invoice 2026-7', before: 0 })).to.deep.equal({ page: 0, top: 0 });
    expect(placeIn(pages, { text: 'absent', before: 0 })).to.equal(undefined);
  });
});
