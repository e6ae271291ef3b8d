import { expect } from 'chai';
import { describe, it } from 'mocha';
import { stateOf } from './editor-state.js';

describe('The state of the editor', () => {
  it('completes by one function, also after changes: the editor compares them', () => {
    const text = { id: 'html', text: '<p>', language: 'html', label: 'HTML' } as const;
    const options = { edited: () => undefined, moved: () => undefined, complete: () => undefined };
    const before = stateOf(text, options);
    const { state: after } = before.update({ changes: { from: 3, insert: '[[' } });
    const [first, second] = [before, after].map((state) => state.languageDataAt('autocomplete', 3));
    expect(first).to.have.length.above(0);
    expect(second).to.deep.equal(first);
  });
});
