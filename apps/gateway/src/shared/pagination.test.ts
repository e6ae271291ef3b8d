import type { Page, PageQuery } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { serviceErrorOf, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { pageOfMembers, readPage } from './pagination.js';

const KEY = 'list';
const MEMBERS = Array.from({ length: 5_000 }, (_, index) => String(index).padStart(5, '0'));

describe('A list in pages', () => {
  let server: TestRedis;
  let redis: Redis;
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
    await redis.zadd(KEY, ...MEMBERS.flatMap((member) => [0, member]));
  });
  after(() => server.stop());

  /** Two kinds of lists, each with a wanted number of items. */
  type Read = (query: PageQuery, isWanted: (number: number) => boolean) => Promise<Page<number> & { loaded: number }>;
  const counted = async (
    read: (load: (member: string) => number | undefined) => Promise<Page<number>>,
    isWanted: (number: number) => boolean,
  ) => {
    let loaded = 0;
    const page = await read((member) => {
      loaded += 1;
      return isWanted(Number(member)) ? Number(member) : undefined;
    });
    return { ...page, loaded };
  };
  const kinds: [string, Read][] = [
    ['in Redis', (query, isWanted) => counted((load) => readPage(redis, KEY, query, load), isWanted)],
    ['at hand', (query, isWanted) => counted((load) => pageOfMembers(MEMBERS, KEY, query, load), isWanted)],
  ];

  for (const [kind, read] of kinds) {
    /** All pages: their items, and how many there were. */
    async function all(query: PageQuery, isWanted: (number: number) => boolean) {
      const pages: number[][] = [];
      let cursor: string | undefined;
      do {
        const page = await read({ ...query, ...(cursor !== undefined && { cursor }) }, isWanted);
        pages.push(page.items);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      return pages;
    }

    it(`${kind} has each item once, in full pages, also with filtered items`, async () => {
      for (const [limit, isWanted] of [
        [100, () => true],
        [1_000, (number: number) => number % 2 === 0],
        [7, (number: number) => number % 50 === 49],
        [1, (number: number) => number === 0 || number === 999],
      ] as const) {
        const pages = await all({ limit }, isWanted);
        expect(pages.flat()).to.deep.equal(MEMBERS.map(Number).filter(isWanted));
        const full = pages.filter((page) => page.length === limit).length;
        expect(full, `of ${limit}`).to.equal(Math.floor(pages.flat().length / limit));
      }
    });

    it(`${kind} reads no more than it shows where nothing is left out, and ends where the last item is`, async () => {
      expect(await read({ limit: 3 }, () => true)).to.include({ loaded: 3 });
      const { next_cursor } = await read({ limit: 1_000 }, (number) => number > 3_990);
      expect(next_cursor).to.be.a('string');
      const last = await all({ limit: 1_000 }, (number) => number < 4_000);
      expect(last.map(({ length }) => length).slice(0, 4)).to.deep.equal([1_000, 1_000, 1_000, 1_000]);
    });

    it(`${kind} reads at most 2,000 items for a page, and continues from there`, async () => {
      const page = await read({ limit: 5 }, (number) => number === 4_321);
      expect(page.items).to.deep.equal([]);
      expect(page.loaded).to.be.within(2_000, 2_100);
      expect((await all({ limit: 5 }, (number) => number === 4_321)).flat()).to.deep.equal([4_321]);
    });

    it(`${kind} takes no cursor of another list`, async () => {
      const { next_cursor } = await pageOfMembers(MEMBERS, 'another', { limit: 1 }, Number);
      const { code } = await serviceErrorOf(() => read({ cursor: next_cursor ?? '' }, () => true));
      expect(code).to.equal('invalid_parameter');
    });
  }
});
