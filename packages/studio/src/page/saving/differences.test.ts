import { expect } from 'chai';
import { describe, it } from 'mocha';
import { draftOf } from '../draft/draft.js';
import { differencesOf } from './differences.js';

const THEIRS = draftOf({
  content: 'one\ntwo\nthree\n',
  css: 'p {}',
  sample_data: { short: { a: 1 }, none: {} },
  options: { page_size: 'A5' },
});

describe('The differences of two drafts', () => {
  it('of equal texts are an empty list', () => {
    expect(differencesOf(THEIRS, { ...THEIRS })).to.deep.equal([]);
  });

  it('name each part, with the lines that were removed and added', () => {
    const mine = draftOf({
      content: 'one\n2\nthree\n',
      css: 'p {}',
      sample_data: { short: { a: 2 } },
      files: { 'a.svg': '<svg/>' },
      options: { page_size: 'A4' },
    });
    const found = differencesOf(THEIRS, mine);
    expect(found.map(({ part }) => part)).to.deep.equal([
      'HTML',
      'Data “short”',
      'Data “none”',
      'Options',
      'File a.svg',
    ]);
    expect(found[0]?.lines).to.deep.equal(['@@ line 1', ' one', '-two', '+2', ' three']);
  });

  it('are not searched line by line where thousands of lines differ', () => {
    const lines = (prefix: string) => Array.from({ length: 5_000 }, (_, index) => `${prefix}${index}`).join('\n');
    const [before, after] = [lines('a'), lines('b')].map((content) => draftOf({ content }));
    expect(before && after && differencesOf(before, after)).to.deep.equal([{ part: 'HTML', lines: undefined }]);
  });
});
