import { expect } from 'chai';
import { describe, it } from 'mocha';
import { blockFaults, type TemplateTexts } from './template-warnings.js';

describe('The warnings of a saved template', () => {
  const messagesOf = (texts: TemplateTexts): string[] => blockFaults(texts).map(({ message }) => message);

  it('are the first fault in the blocks of each text', () => {
    expect(messagesOf({ kind: 'html', content: '[[#if a]] [[#each b]]', css: '[[/if]]' })).to.deep.equal([
      'In `html`, `[[#each b]]` at line 1, column 11 is never closed: write `[[/each]]`.',
      'In `css`, `[[/if]]` at line 1, column 1 closes no section: there is no `[[#if …]]` before it: leave it out.',
    ]);
    expect(messagesOf({ kind: 'css', content: '[[#if a]]' })[0]).to.match(/^In `css`, `\[\[#if a\]\]`/);
  });

  it('are absent for tags that only the data or other variables can complete', () => {
    expect(messagesOf({ kind: 'html', content: '[[var:a]][[> row]][[x | none]][[#if y]][[/if]]' })).to.deep.equal([]);
  });
});
