import { expect } from 'chai';
import { describe, it } from 'mocha';
import { sweepExpired } from './expiring-store.js';
import { dayOf, newFileId } from './file-id.js';
import type { Driver } from './file-store.js';

/** A driver over a list of ids that records its calls. */
function drawer(contents: Record<string, string[]>) {
  const listed: string[] = [];
  const removed: (readonly string[])[] = [];
  const never = (): never => {
    throw new Error('a sweep does not do this');
  };
  const driver: Driver = {
    prepare: never,
    check: never,
    write: never,
    writeStream: never,
    open: never,
    read: never,
    link: never,
    close: never,
    keep: never,
    readKept: never,
    removeKept: never,
    days: async () => Object.keys(contents),
    async *idsOf(day) {
      listed.push(day);
      yield* contents[day] ?? [];
    },
    remove: async (ids) => {
      removed.push(ids);
      return ids.length;
    },
    tidy: async () => undefined,
  };
  return { driver, listed, removed };
}

describe('a sweep', () => {
  const now = new Date('2026-05-05T12:00:00Z');
  const expiring = (time: string): string => newFileId(new Date(time));

  it('looks at the days up to today and at nothing else', async () => {
    const { driver, listed } = drawer({
      '.DS_Store': [],
      '2026': [],
      '2026-05-03': [],
      '2026-05-05': [],
      '2026-05-06': [],
      '2027-01-01': [],
    });
    await sweepExpired(driver, now);
    expect(listed).to.deep.equal(['2026-05-03', '2026-05-05']);
  });

  it('deletes in batches that one S3 call takes', async () => {
    const ids = Array.from({ length: 2_500 }, () => expiring('2026-05-04T00:00:00Z'));
    const { driver, removed } = drawer({ '2026-05-04': ids });
    expect(await sweepExpired(driver, now)).to.equal(2_500);
    expect(removed.map((batch) => batch.length)).to.deep.equal([1_000, 1_000, 500]);
    expect(removed.flat()).to.deep.equal(ids);
  });

  it('keeps files that are due later today, foreign files, and misplaced files', async () => {
    const due = expiring('2026-05-05T12:00:00Z');
    const { driver, removed } = drawer({
      '2026-05-05': [due, expiring('2026-05-05T12:00:00.001Z'), 'notes', expiring('2026-05-01T00:00:00Z')],
    });
    expect(await sweepExpired(driver, now)).to.equal(1);
    expect(removed).to.deep.equal([[due]]);
    expect(dayOf(due)).to.equal('2026-05-05');
  });
});
