import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { addressTableMarkdown } from './table.js';

describe('The documentation of the address rule', () => {
  it('is what the table says', () => {
    const written = readFileSync(new URL('../../../../docs/outbound-addresses.md', import.meta.url), 'utf8');
    expect(written).to.equal(addressTableMarkdown());
  });
});
