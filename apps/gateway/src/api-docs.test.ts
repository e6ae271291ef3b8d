import { readFileSync } from 'node:fs';
import { ERRORS } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { currentApiMarkdown } from './api-docs.js';

const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

describe('The written documentation', () => {
  it('has an api.md that is what the code says (npm run docs writes it)', () => {
    expect(read('docs/api.md')).to.equal(currentApiMarkdown());
  });

  it('has a README that names every status of an error', () => {
    const readme = read('README.md');
    for (const { status } of Object.values(ERRORS))
      expect(readme, String(status)).to.match(new RegExp(`\\| ${status}\\b`));
  });
});
