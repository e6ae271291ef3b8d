import { expect } from 'chai';
import { describe, it } from 'mocha';
import { faultOf, offsetOf, problemOf } from '../problems/problems.js';
import { ApiError } from '../service/api.js';
import { draftOf, InvalidJson, previewOf, savedOf } from './draft.js';

const SAVED = {
  content: '<h1>[[who]]</h1>',
  css: 'h1 { color: teal }',
  files: { 'logo.svg': '<svg/>' },
  sample_data: { short: { who: 'Ada' }, long: { who: 'Grace' } },
  options: {
    page_size: { width: '80mm', height: 'auto' },
    orientation: 'landscape',
    margin: '10mm 5mm',
    locale: 'de',
    header_html: { first: 'A' },
    footer_html: '[[page]]',
    conformance: ['pdf/a-3a', 'pdf/ua-1'],
    outline: true,
    metadata: { title: 'T' },
  },
};

describe('A draft', () => {
  it('is saved with all that was loaded, also options without a control', () => {
    expect(savedOf(draftOf(SAVED))).to.deep.equal(SAVED);
    expect(savedOf(draftOf({ content: 'a' }))).to.deep.equal({ content: 'a' });
    const empty = { content: 'a', sample_data: { short: { who: 'Ada' }, none: {} } };
    expect(savedOf(draftOf(empty)), 'an empty set of data').to.deep.equal(empty);
    expect(savedOf(draftOf({ content: 'a', sample_data: { none: {} } }))).to.have.property('sample_data');
  });

  it('writes one margin for all sides, and keeps a margin of some sides', () => {
    const options = { margin: { top: '1mm', right: 0, bottom: '3mm', left: '4mm' } };
    expect(savedOf(draftOf({ content: 'a', options })).options).to.deep.equal({ margin: '1mm 0 3mm 4mm' });
    const some = { margin: { top: '1mm' } };
    expect(savedOf(draftOf({ content: 'a', options: some })).options).to.deep.equal(some);
  });

  it('is previewed with the chosen data', () => {
    const { sample_data, content, options, ...rest } = SAVED;
    expect(previewOf(draftOf(SAVED), 'long')).to.deep.equal({
      ...rest,
      ...options,
      html: content,
      data: { who: 'Grace' },
    });
  });

  it('names the data and the place of invalid JSON', () => {
    const draft = { ...draftOf(SAVED), samples: [{ name: 'short', text: '{\n  "who": oh\n}' }] };
    expect(() => previewOf(draft, 'short')).to.throw(InvalidJson);
    const fault = faultOf(new InvalidJson('short', 'The data must be JSON: bad at position 11'), draft);
    expect(fault).to.deep.include({ part: 'data:short', line: 2, column: 10 });
    for (const text of ['[]', '1', 'null'])
      expect(() => previewOf({ ...draft, samples: [{ name: 'short', text }] }, 'short')).to.throw(
        /must be a JSON object/,
      );
  });

  it('refuses numbers in sample data that the browser would change', () => {
    const draft = draftOf({ content: '[[id]]', sample_data: { one: {} } });
    const previewed = (text: string): unknown =>
      previewOf({ ...draft, samples: [{ name: 'one', text }] }, 'one')['data'];
    expect(() => previewed('{"id": 653247040368672768}')).to.throw(InvalidJson, 'lose digits');
    expect(previewed('{"id": "653247040368672768", "n": 0.1}')).to.deep.equal({ id: '653247040368672768', n: 0.1 });
  });
});

describe('A problem', () => {
  it('is in the part and at the place that the message names', () => {
    const of = (message: string) => {
      const { part, line, column } = faultOf(new ApiError(422, 'template_invalid', message), draftOf(SAVED));
      return [part, line, column];
    };
    expect(of('In `css`, `[[/a]]` at line 2, column 1 closes no section.')).to.deep.equal(['css', 2, 1]);
    expect(of('In `header_html.first`, `[[x]]` at line 1, column 3 is wrong.')).to.deep.equal(['header_html', 1, 3]);
    expect(of('`[[a | b]]` at line 4, column 5 has an unknown filter.')).to.deep.equal(['html', 4, 5]);
    expect(
      of('In `html`, `[[x]]` at line 2, column 4 of the partial `row`, inserted at line 7, column 1 …'),
    ).to.deep.equal(['html', 7, 1]);
    expect(of('`margin` must be a length.')).to.deep.equal(['options', undefined, undefined]);
  });

  it('has the place of a warning, which stays in its line', () => {
    const problem = problemOf('warning', { message: 'In `html`, …', line: 2, column: 40 });
    expect(problem).to.include({ part: 'html', line: 2, column: 40 });
    expect(offsetOf('one\ntwo\nthree', problem)).to.equal(7);
    expect(offsetOf('one', { line: 9, column: 1 })).to.equal(3);
  });
});
