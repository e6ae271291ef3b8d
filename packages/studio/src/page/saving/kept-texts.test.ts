import { expect } from 'chai';
import { describe, it } from 'mocha';
import { draftOf } from '../draft/draft.js';
import { type KeptText, outdated } from './kept-texts.js';

const NOW = Date.parse('2026-11-30T12:00:00Z');
const DAY_MS = 24 * 3_600_000;

describe('Kept texts', () => {
  const text = (daysAgo: number): KeptText => ({
    ...{ account: 'a', name: 'n', tab: String(daysAgo), base: undefined, draft: draftOf({ content: '' }) },
    at: new Date(NOW - daysAgo * DAY_MS).toISOString(),
  });

  it('are the newest twenty, of the last thirty days', () => {
    const many = Array.from({ length: 22 }, (_, index) => text(index));
    expect(outdated(many, NOW).map(({ tab }) => tab)).to.deep.equal(['20', '21']);
    expect(outdated([text(1), text(29), text(31)], NOW).map(({ tab }) => tab)).to.deep.equal(['31']);
  });
});
