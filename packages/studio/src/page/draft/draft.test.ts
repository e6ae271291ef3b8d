import { parseAsWritten } from '@toolpress/contract/written-numbers';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { faultsOf, offsetOf, problemOf, problemsOf } from '../problems/problems.js';
import { ApiError, type Saved } from '../service/api.js';
import { DocumentFaults } from '../service/previews.js';
import { type Draft, draftOf, InvalidJson, previewOf, savedOf } from './draft.js';

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

  it('is previewed with the chosen data, without what is blocked', () => {
    const { sample_data, content, options, ...rest } = SAVED;
    expect(previewOf(draftOf(SAVED), 'long')).to.deep.equal({
      ...rest,
      ...options,
      on_blocked: 'warn',
      html: content,
      data: { who: 'Grace' },
    });
  });

  const withData = (text: string): Draft => ({ ...draftOf(SAVED), samples: [{ name: 'short', text }] });
  const thrownBy = (run: () => unknown): unknown => {
    try {
      return run();
    } catch (error) {
      return error;
    }
  };

  it('names the data and the place of invalid JSON', () => {
    const [fault] = faultsOf(thrownBy(() => previewOf(withData('{\n  "who": oh\n}'), 'short')));
    expect(fault).to.deep.include({ kind: 'fault', part: 'data:short', line: 2, column: 10 });
    expect(fault?.message).to.match(/^The data is not valid JSON: .*double quotes/);
    for (const text of ['[]', '1', 'null'])
      expect(() => previewOf(withData(text), 'short')).to.throw(InvalidJson, /must be a JSON object/);
    const controls = { ...draftOf(SAVED).controls, others: '{"a": 1, "a": 2}' };
    expect(() => savedOf({ ...draftOf(SAVED), controls })).to.throw(
      InvalidJson,
      'Other options has the name `a` twice',
    );
  });

  it('keeps the digits of its data, from the text to the text', () => {
    const text = '{\n  "id": 12345678901234567890,\n  "price": 1.50\n}';
    const sent = JSON.stringify(savedOf(withData(text)).sample_data);
    expect(sent).to.equal('{"short":{"id":12345678901234567890,"price":1.50}}');
    const answered = parseAsWritten(`{"content":"a","sample_data":${sent}}`) as Saved;
    expect(draftOf(answered).samples).to.deep.equal([{ name: 'short', text }]);
  });

  it('is previewed with all digits of its data, and names numbers that calls refuse', () => {
    const draft = withData('{"id": 12345678901234567890, "n": 0.1}');
    expect(previewOf(draft, 'short')['data']).to.deep.equal({ id: '12345678901234567890', n: 0.1 });
    const [problem, ...others] = problemsOf([], draft, 'short');
    expect(others).to.deep.equal([]);
    expect(problem).to.deep.include({ kind: 'fault', part: 'data:short', line: 1, column: 8 });
    expect(problem?.message).to.match(/^The data has a number that would lose digits: /);
  });

  it('names what would be lost of its data, and is not saved then', () => {
    const draft = withData('{"a": 1,\n "a": 2}');
    const [problem] = problemsOf([], draft, 'short');
    expect(problem).to.deep.include({ kind: 'fault', part: 'data:short', line: 2, column: 2 });
    expect(() => savedOf(draft)).to.throw(InvalidJson, 'The data has the name `a` twice');
  });
});

describe('A problem', () => {
  it('is in the part and at the place that the message names', () => {
    const of = (message: string) => {
      const [problem] = faultsOf(new ApiError(422, 'template_invalid', message));
      return [problem?.part, problem?.line, problem?.column];
    };
    expect(of('In `css`, `[[/a]]` at line 2, column 1 closes no section.')).to.deep.equal(['css', 2, 1]);
    expect(of('In `header_html.first`, `[[x]]` at line 1, column 3 is wrong.')).to.deep.equal(['header_html', 1, 3]);
    expect(of('`[[a | b]]` at line 4, column 5 has an unknown filter.')).to.deep.equal(['html', 4, 5]);
    expect(
      of('In `html`, `[[x]]` at line 2, column 4 of the partial `row`, inserted at line 7, column 1 …'),
    ).to.deep.equal(['html', 7, 1]);
    expect(of('`img` `src` at html 12:5 is empty.')).to.deep.equal(['html', 12, 5]);
    expect(of('`img` `src` at header_html.first 1:6 is empty.')).to.deep.equal(['header_html', 1, 6]);
    expect(of('`margin` must be a length.')).to.deep.equal(['options', undefined, undefined]);
  });

  it('has the place of a warning, which stays in its line', () => {
    const problem = problemOf('warning', { message: 'In `html`, …', line: 2, column: 40 });
    expect(problem).to.include({ part: 'html', line: 2, column: 40 });
    expect(offsetOf('one\ntwo\nthree', problem)).to.equal(7);
    expect(offsetOf('one', { line: 9, column: 1 })).to.equal(3);
  });

  it('is in the text that a warning names, and in none if it is in a style sheet of the files', () => {
    const warning = { code: 'style_blocked', line: 1, column: 18 };
    expect(problemOf('warning', { ...warning, message: '`url()` at css 1:18 is not loaded.' })).to.deep.include({
      ...{ part: 'css', line: 1, column: 18 },
    });
    const inFile = problemOf('warning', { ...warning, message: '`url()` at `a/b.css` 1:18 is not loaded.' });
    expect(inFile).to.not.have.any.keys('part', 'line');
  });

  it('is each fault of a document', () => {
    const faults = ['1:2', '3:4'].map((place) => ({
      code: 'template_invalid',
      message: `\`[[a]]\` at html ${place} is wrong.`,
    }));
    expect(faultsOf(new DocumentFaults(faults)).map(({ line, column }) => [line, column])).to.deep.equal([
      [1, 2],
      [3, 4],
    ]);
  });

  it('is each tag that a message lists, at its place, with why it has no value', () => {
    const listed = [
      '`[[a, b]]` at html 2:4',
      '`[[total]]` at html 5:1 (partial `row` 2:1) (did you mean `[[sum]]`?)',
      '`[[page]]` at header_html.first 1:3',
    ];
    const [head, tail] = ['`data` has no value for ', ', so nothing is printed there: send a value.'];
    const message = `${head}${listed.join(', ')} and 7 more${tail}`;
    const code = 'tag_without_value';
    const warnings = [{ code, message, line: 2, column: 4 }];
    expect(problemsOf(warnings, draftOf({ content: 'a' }), 'sample')).to.deep.equal([
      { kind: 'warning', code, part: 'html', line: 2, column: 4, message: `${head}${listed[0]}${tail}` },
      { kind: 'warning', code, part: 'html', line: 5, column: 1, message: `${head}${listed[1]}${tail}` },
      { kind: 'warning', code, part: 'header_html', line: 1, column: 3, message: `${head}${listed[2]}${tail}` },
      { kind: 'warning', code, message: '7 more tags like these are not listed.' },
    ]);
    const strict = `${head}${listed[0]}, ${listed[2]}.`;
    expect(faultsOf(new ApiError(422, code, strict)).map(({ message: said }) => said)).to.deep.equal([
      `${head}${listed[0]}.`,
      `${head}${listed[2]}.`,
    ]);
  });

  it('is a fault if calls refuse what the preview leaves out, by the option of the template', () => {
    const blocked = { code: 'content_blocked', message: '`iframe` at html 1:1 is not allowed.' };
    const style = { code: 'style_blocked', message: '`url()` at css 1:18 is not loaded: no.' };
    const face = { code: 'font_unavailable', message: '`@font-face A` at css 1:1 is not loaded: no.' };
    const font = {
      code: 'font_unavailable',
      message: '`font-family: A` at css 1:1 names a font that is not available.',
    };
    const kindsFor = (options: Record<string, unknown>): string[] =>
      problemsOf([blocked, style, face, font], draftOf({ content: 'a', options }), 'sample').map(({ kind }) => kind);
    const [fault, warning] = ['fault', 'warning'];
    expect(kindsFor({})).to.deep.equal([fault, warning, warning, warning]);
    expect(kindsFor({ on_blocked: 'error' })).to.deep.equal([fault, fault, fault, warning]);
    expect(kindsFor({ on_blocked: 'warn' })).to.deep.equal([warning, warning, warning, warning]);
  });
});
