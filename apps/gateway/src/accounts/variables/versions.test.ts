import type { VariableContent } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { serviceErrorOf, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { LargeBodies } from '../../api/large-bodies.js';
import { keys } from '../../shared/keys.js';
import { variableEndpoints } from './endpoints.js';
import { Variables } from './variables.js';

const { signal } = new AbortController();
const MIB = 1024 * 1024;
const BY = { id: 'tok_1', name: 'ci' };

describe('Versions of saved variables', () => {
  let server: TestRedis;
  let redis: Redis;
  let variables: Variables;
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
    variables = new Variables(redis);
  });
  after(() => server.stop());

  const save = (account: string, name: string, content: string, more: Partial<VariableContent> = {}) =>
    variables.save(account, name, { kind: 'html', content, ...more }, BY);
  const hold = async (): Promise<void> => undefined;
  const contentOf = async (account: string, name: string, version?: number | 'draft') =>
    (await variables.version(account, name, version, signal, hold))?.record.content;
  const listed = async (account: string, name: string) =>
    ((await variables.lists.versions(account, name, {}))?.items ?? []).map(({ version, published, note }) => ({
      ...{ version, published },
      ...(note !== undefined && { note }),
    }));

  it('are counted from 1; equal content makes none', async () => {
    const first = await save('count', 'a', 'one', { note: 'first' });
    expect(first).to.include({ version: 1, content: 'one', note: 'first' });
    expect(first.published_at).to.equal(first.updated_at);
    expect(await save('count', 'a', 'one', { note: 'again' })).to.include({ version: 1, note: 'first' });
    expect(await save('count', 'a', 'two')).to.include({ version: 2, created_at: first.created_at });
    expect(await save('count', 'a', 'two', { css: 'p {}' })).to.deep.include({ version: 3, css: 'p {}' });
    expect(await save('count', 'a', 'two')).not.to.have.property('css');
    expect(await listed('count', 'a')).to.deep.equal([
      { version: 4, published: true },
      { version: 3, published: false },
      { version: 2, published: false },
      { version: 1, published: false, note: 'first' },
    ]);
    const { items } = (await variables.lists.versions('count', 'a', { limit: 1 })) ?? { items: [] };
    expect(items[0]).to.deep.include({ by: BY, bytes: 3 });
  });

  it('keep their bytes for ever, and each of their parts', async () => {
    const parts = {
      ...{ css: 'p { color: red }', files: { 'a.svg': '<svg/>', 'b.png': { base64: 'AAAA' } } },
      ...{ sample_data: { short: { who: 'A' } }, options: { page_size: 'A5' as const } },
    };
    await save('keep', 'a', 'one', parts);
    await save('keep', 'a', 'two');
    const { record, isPublished } = (await variables.version('keep', 'a', 1, signal, hold)) ?? {};
    expect(isPublished).to.equal(false);
    expect(record).to.include({ content: 'one', css: parts.css, by: JSON.stringify(BY) });
    for (const part of ['files', 'sample_data', 'options'] as const)
      expect(JSON.parse(record?.[part] ?? '')).to.deep.equal(parts[part]);
    expect(await variables.lists.bytes('keep')).to.equal(
      'onetwo'.length +
        parts.css.length +
        JSON.stringify(parts.files).length +
        '{"short":{"who":"A"}}{"page_size":"A5"}'.length,
    );
  });

  it('are published again by their number, and replaced by the next save', async () => {
    for (const content of ['one', 'two', 'three']) await save('back', 'a', content);
    expect(await variables.publish('back', 'a', 1)).to.equal(true);
    expect(await variables.publish('back', 'a', 1), 'it is published already').to.equal(true);
    expect(await variables.publish('back', 'a', 9)).to.equal(false);
    expect(await variables.publish('none', 'a', 1)).to.equal(false);
    expect(await contentOf('back', 'a')).to.equal('one');
    expect(await contentOf('back', 'a', 3)).to.equal('three');
    expect(await save('back', 'a', 'four')).to.include({ version: 4 });
    expect((await listed('back', 'a')).filter(({ published }) => published)).to.deep.equal([
      { version: 4, published: true },
    ]);
    for (const [number, content] of ['one', 'two', 'three', 'four'].entries())
      expect(await contentOf('back', 'a', number + 1)).to.equal(content);
  });

  it('are read at their number in a template, also the published one and the draft', async () => {
    for (const content of ['one', 'two']) await save('read', 'a', content);
    await save('read', 'a', 'three', { draft: true });
    const wanted = new Map(['a', 'a@1', 'a@2', 'a@draft', 'a@3'].map((reference) => [reference, 1]));
    const found = await variables.contents({ accountId: 'read', kind: 'html', signal }, wanted, 100, hold);
    expect([...(found ?? [])]).to.deep.equal([
      ...[['a', 'two'], ['a@1', 'one'], ['a@2', 'two'], ['a@draft', 'three']], // biome-ignore format: one line
    ]);
  });

  it('begin as a draft, which no call sees before it is published', async () => {
    expect(await save('draft', 'a', 'one', { draft: true })).to.include({ version: 'draft' });
    expect(await contentOf('draft', 'a')).to.equal(undefined);
    const [summary] = (await variables.lists.all('draft', {})).items;
    expect(summary).to.include({ name: 'a', kind: 'html' });
    expect(summary).to.have.property('draft_saved_at');
    expect(summary).not.to.have.property('version');
    expect((await variables.lists.versions('draft', 'a', {}))?.items).to.deep.equal([]);
    await save('draft', 'a', 'two', { draft: true, note: 'mine' });
    expect(await variables.publish('draft', 'a', 'draft')).to.equal(true);
    expect(await listed('draft', 'a')).to.deep.equal([{ version: 1, published: true, note: 'mine' }]);
    expect(await variables.publish('draft', 'a', 'draft'), 'the draft is gone').to.equal(false);
    await save('draft', 'a', 'two', { draft: true });
    expect(await variables.publish('draft', 'a', 'draft'), 'with equal content').to.equal(true);
    expect((await listed('draft', 'a')).length).to.equal(1);
    expect(await variables.lists.bytes('draft')).to.equal(3);
  });

  it('that are deleted while they are published answer a failure, because the change was made', async () => {
    await save('gone', 'a', 'one');
    const publish = async (...[account, name, version]: Parameters<Variables['publish']>): Promise<boolean> => {
      const isPublished = await variables.publish(account, name, version);
      await variables.remove(account, name);
      return isPublished;
    };
    const deleting = Object.assign(Object.create(variables) as Variables, { publish });
    const endpoints = variableEndpoints(deleting, new LargeBodies());
    const endpoint = endpoints.find(({ id }) => id === 'publishVariable');
    const handle = endpoint?.handle as unknown as (...input: object[]) => Promise<unknown>;
    const input = { params: { name: 'a' }, body: { version: 1 }, caller: { accountId: 'gone', tokenId: 'tok_1' } };
    const error = await serviceErrorOf(() => handle(input, { memory: { answer: { take: hold, bytes: 0 } }, signal }));
    expect([error.code, error.status]).to.deep.equal(['unavailable', 503]);
  });

  it('are not touched by deleting a draft; a variable without versions is deleted with it', async () => {
    await save('undraft', 'a', 'one');
    await save('undraft', 'a', 'two', { draft: true });
    await save('undraft', 'b', 'three', { draft: true });
    for (const name of ['a', 'b']) expect(await variables.removeDraft('undraft', name)).to.equal(true);
    expect(await variables.removeDraft('undraft', 'a')).to.equal(false);
    expect((await variables.lists.all('undraft', {})).items.map(({ name }) => name)).to.deep.equal(['a']);
    expect(await variables.lists.bytes('undraft')).to.equal(3);
    expect(await variables.lists.versions('undraft', 'b', {})).to.equal(undefined);
  });

  it('never get the number of a deleted version', async () => {
    for (const content of ['one', 'two']) await save('again', 'a', content);
    expect(await variables.remove('again', 'a')).to.equal(true);
    expect(await variables.remove('again', 'a')).to.equal(false);
    expect(await variables.lists.bytes('again')).to.equal(0);
    expect(await save('again', 'a', 'three')).to.include({ version: 3 });
    expect(await contentOf('again', 'a', 1)).to.equal(undefined);
    const names = (await redis.keys(`${keys.account('again')}:*`)).map((key) => key.split(':').slice(3).join(':'));
    expect(names.sort()).to.deep.equal([
      ...['variable-numbers', 'variable-sizes', 'variable-versions:a', 'variable:a', 'variables'],
    ]);
  });

  it('are a hundred of each variable: the oldest that is not published is deleted', async () => {
    for (let number = 1; number <= 100; number++) await save('many', 'a', `text ${number}`);
    await variables.publish('many', 'a', 1);
    await save('many', 'a', 'text 101', { draft: true });
    expect((await listed('many', 'a')).length, 'a draft is none').to.equal(100);
    await variables.publish('many', 'a', 'draft');
    await variables.publish('many', 'a', 1);
    await save('many', 'a', 'text 102');
    const kept = (await listed('many', 'a')).map(({ version }) => version);
    expect([kept.length, kept[0], kept.at(-2), kept.at(-1)]).to.deep.equal([100, 102, 4, 1]);
    expect(await contentOf('many', 'a', 2)).to.equal(undefined);
    const unknown = { message: 'x', names: ['a@2'], kind: 'html' as const, field: 'html' };
    expect((await variables.explain('many', unknown)).message).to.equal(
      'x `a` has no version 2, or it is no longer kept; see `GET /api/variables/a/versions`.',
    );
  });

  it('are two thousand of each account that are not published', async () => {
    const names = Array.from({ length: 21 }, (_, index) => `v${index}`);
    for (let number = 1; number <= 100; number++)
      await Promise.all(names.map((name) => save('history', name, `text ${number}`)));
    expect(await redis.zcard(keys.variableHistory('history'))).to.equal(2_000);
    const kept = await Promise.all(names.map((name) => listed('history', name)));
    expect(kept.flat().length).to.equal(2_000 + names.length);
    expect([await contentOf('history', 'v20', 3), await contentOf('history', 'v20', 5)]).to.deep.equal([
      ...[undefined, 'text 5'],
    ]);
  });

  it('make room for a new one, the oldest first, and never for nothing', async () => {
    const text = (letter: string) => letter.repeat(MIB);
    const all = async (first: number, letter: string): Promise<void> => {
      for (let index = 0; index < 32; index++) await save('full', `v${first + index}`, text(letter));
    };
    await all(0, 'a');
    await all(0, 'b');
    expect(await variables.lists.bytes('full')).to.equal(64 * MIB);
    await save('full', 'v31', text('c'));
    expect([await contentOf('full', 'v0', 1), (await contentOf('full', 'v1', 1))?.length]).to.deep.equal([
      undefined,
      MIB,
    ]);
    expect(await variables.lists.bytes('full')).to.equal(64 * MIB);
    await all(32, 'a');
    expect(await listed('full', 'v31')).to.deep.equal([{ version: 3, published: true }]);
    expect((await serviceErrorOf(() => save('full', 'more', 'x'))).message).to.include('would exceed 64 MiB in total');
    expect(await save('full', 'v0', text('d')), 'as before there were versions').to.include({ version: 3 });
    expect(await listed('full', 'v0')).to.deep.equal([{ version: 3, published: true }]);
    expect(await variables.lists.bytes('full')).to.equal(64 * MIB);
    const draft = () => save('full', 'v0', 'x', { draft: true });
    expect((await serviceErrorOf(draft)).message).to.include('would exceed 64 MiB in total');
  });

  it('take at most 5 MiB with all parts', async () => {
    const files = { a: { base64: 'A'.repeat(4 * MIB) } };
    const error = await serviceErrorOf(() => save('large', 'a', 'x'.repeat(MIB), { files }));
    expect(error.message).to.equal('The parts of the template must have at most 5 MiB together.');
    expect(await variables.lists.bytes('large')).to.equal(0);
  });

  it('begin with 1 for a variable of an earlier release', async () => {
    const at = '2026-01-31T10:00:00.000Z';
    await redis.hset(keys.variable('old', 'a'), { kind: 'html', content: 'one', created_at: at, updated_at: at });
    await redis.zadd(keys.variables('old'), 0, 'a');
    await redis.hset(keys.variableSizes('old'), 'a', 3);
    expect((await variables.lists.versions('old', 'a', {}))?.items).to.deep.equal([
      { version: 1, saved_at: at, by: null, bytes: 3, published: true, published_at: at },
    ]);
    expect((await variables.lists.all('old', {})).items[0]).to.include({ version: 1 });
    expect(await variables.version('old', 'a', 1, signal, hold)).to.deep.include({ version: 1, isPublished: true });
    expect(await save('old', 'a', 'one')).to.include({ version: 1, created_at: at });
    expect(await save('old', 'a', 'two')).to.include({ version: 2, created_at: at });
    expect(await contentOf('old', 'a', 1)).to.equal('one');
    expect((await variables.lists.versions('old', 'a', {}))?.items[1]).to.deep.include({ by: null, bytes: 3 });
    await variables.publish('old', 'a', 1);
    expect(await contentOf('old', 'a')).to.equal('one');
  });

  it('are never lost by saves and publications at the same time', async () => {
    await save('race', 'a', '0');
    const saves = Array.from({ length: 30 }, (_, index) => save('race', 'a', `${index + 1}`));
    const publications = Array.from({ length: 30 }, () => variables.publish('race', 'a', 1));
    await Promise.all([...saves, ...publications]);
    const all = await listed('race', 'a');
    expect(all.filter(({ published }) => published)).to.have.length(1);
    expect(all.map(({ version }) => version)).to.deep.equal(Array.from({ length: 31 }, (_, index) => 31 - index));
    const contents = await Promise.all(all.map(({ version }) => contentOf('race', 'a', version)));
    expect(new Set(contents).size).to.equal(31);
    expect(await contentOf('race', 'a', 1)).to.equal('0');
  });

  it('forget the numbers of deleted variables beyond a limit, and begin after them', async () => {
    await redis.hset(
      keys.variableNumbers('numbers'),
      Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`d${i}`, 7])),
    );
    await save('numbers', 'kept', 'x');
    await save('numbers', 'gone', 'x');
    await variables.remove('numbers', 'gone');
    expect(await redis.hgetall(keys.variableNumbers('numbers'))).to.deep.equal({ '*': '7', kept: '1' });
    expect(await save('numbers', 'd1', 'x')).to.include({ version: 8 });
    expect(await save('numbers', 'kept', 'y')).to.include({ version: 2 });
  });
});
