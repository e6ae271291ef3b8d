import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { policyMarkdown } from './markdown.js';

describe('The documentation of the content policy', () => {
  it('is what the tables say', () => {
    const written = readFileSync(new URL('../../../../docs/document-policy.md', import.meta.url), 'utf8');
    expect(written).to.equal(policyMarkdown());
  });
});
