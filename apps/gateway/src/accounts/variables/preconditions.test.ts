import type { Variable, VariableContent } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { serviceErrorOf, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type Preconditions, preconditionsOf } from '../../api/preconditions.js';
import { keys } from '../../shared/keys.js';
import { Variables } from './variables.js';
import { etagOfRecord } from './version-record.js';

const BY = { id: 'tok_1', name: 'ci' };
const ACCOUNT = 'acc';
const { signal } = new AbortController();

describe('Preconditions of saved variables', () => {
  let server: TestRedis;
  let redis: Redis;
  let variables: Variables;
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
    variables = new Variables(redis);
  });
  after(() => server.stop());

  const save = (name: string, content: string, given: Preconditions = {}, more: Partial<VariableContent> = {}) =>
    variables.save(ACCOUNT, name, { kind: 'html', content, ...more }, BY, given);
  const draft = (name: string, content: string, given: Preconditions = {}) =>
    save(name, content, given, { draft: true });
  const on = ({ etag }: Pick<Variable, 'etag'>): Preconditions => ({ match: [etag.replaceAll('"', '')] });
  const hold = async (): Promise<void> => undefined;
  const found = (name: string, version?: number | 'draft') => variables.version(ACCOUNT, name, version, signal, hold);
  const contentOf = async (name: string, version?: number | 'draft') => (await found(name, version))?.record.content;
  const refused = async (work: () => Promise<unknown>): Promise<string> => {
    const { code, status, message } = await serviceErrorOf(work);
    expect([code, status]).to.deep.equal(['precondition_failed', 412]);
    return message;
  };

  it('let exactly one of many saves at the same time win', async () => {
    for (const [name, isDraft] of [
      ['race-draft', true],
      ['race-version', false],
    ] as const) {
      const first = await save(name, '0');
      const saves = Array.from({ length: 20 }, (_, index) => save(name, `${index + 1}`, on(first), { draft: isDraft }));
      const ends = await Promise.allSettled(saves);
      const won = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.content] : []));
      expect(won, name).to.have.length(1);
      expect(await contentOf(name, isDraft ? 'draft' : undefined)).to.equal(won[0]);
    }
    const creations = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => draft('race-new', `${index}`, { isNew: true })),
    );
    expect(creations.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
  });

  it('are about the draft, else the published version, and say what was saved when and by whom', async () => {
    const published = await save('about', 'one');
    const first = await draft('about', 'two', on(published));
    const message = await refused(() => draft('about', 'three', on(published)));
    expect(message).to.match(
      /^The text has changed since it was read: the draft of `about` was saved at 20\S+Z by the token `ci`\. .*`ETag`.*`If-Match`/,
    );
    expect(await contentOf('about', 'draft')).to.equal('two');
    await draft('about', 'three', on(first));
    expect((await save('about', 'four', on(published))).version, 'a draft is no version').to.equal(2);
    expect(await refused(() => save('about', 'five', on(published)))).to.include('version 2 of `about` was saved at');
    await draft('about', 'six', { match: ['other', '*'] });
    await refused(() => draft('about', 'seven', { match: [] }));
    await refused(() => draft('about', 'seven', { match: ['*'], isNew: true }));
  });

  it('hold for a text that is stored already, so that a save may be repeated after its answer was lost', async () => {
    const first = await draft('again', 'one');
    const second = await draft('again', 'two', on(first));
    expect((await draft('again', 'two', on(first))).etag).to.equal(second.etag);
    expect((await draft('again', 'two', { isNew: true })).etag).to.equal(second.etag);
    await variables.publish(ACCOUNT, 'again', 'draft');
    expect(etagOfRecord((await found('again'))?.record ?? expect.fail()), 'of the published version').to.equal(
      second.etag,
    );
    expect((await draft('again', 'three', on(second))).version, 'on what was published meanwhile').to.equal('draft');
  });

  it('do not create what was deleted, and only create with `isNew`', async () => {
    const first = await draft('gone', 'one');
    await variables.remove(ACCOUNT, 'gone');
    expect(await refused(() => draft('gone', 'two', on(first)))).to.match(/`gone` does not exist: it was deleted/);
    expect((await variables.lists.all(ACCOUNT, {})).items.map(({ name }) => name)).not.to.include('gone');
    await draft('gone', 'two', { isNew: true });
    for (const isDraft of [true, false])
      expect(await refused(() => save('gone', 'three', { isNew: true }, { draft: isDraft }))).to.match(
        /^The name `gone` is in use: the draft of `gone` was saved at .* Choose another name/,
      );
  });

  it('of publishing and deleting are about the version that is published or deleted', async () => {
    const one = await save('ends', 'one');
    const two = await draft('ends', 'two');
    for (const [version, match] of [
      ['draft', one],
      [1, two],
    ] as const)
      await refused(() => variables.publish(ACCOUNT, 'ends', version, { preconditions: on(match) }));
    await refused(() => variables.removeDraft(ACCOUNT, 'ends', on(one)));
    await refused(() => variables.remove(ACCOUNT, 'ends', on(one)));
    expect(await variables.publish(ACCOUNT, 'ends', 1, { preconditions: on(one) })).to.equal(true);
    expect(await variables.publish(ACCOUNT, 'ends', 'draft', { preconditions: on(two) })).to.equal(true);
    expect(await variables.publish(ACCOUNT, 'ends', 'draft', { preconditions: on(two) })).to.equal(false);
    await draft('ends', 'three');
    expect(await variables.removeDraft(ACCOUNT, 'ends', { match: ['*'] })).to.equal(true);
    expect(await variables.removeDraft(ACCOUNT, 'ends', { match: ['*'] })).to.equal(false);
    expect(await variables.remove(ACCOUNT, 'ends', on(two))).to.equal(true);
    expect(await variables.remove(ACCOUNT, 'ends', on(two))).to.equal(false);
  });

  it('name the whole text, and also texts of earlier releases, which have no tag', async () => {
    const parts = { css: 'p { color: red }', files: { 'ä.svg': '<svg/>' }, sample_data: { a: {} }, options: {} };
    const { etag } = await save('whole', 'Grüße', {}, parts);
    expect(etag).to.match(/^"[0-9a-f]{40}"$/);
    const tags = [etag];
    for (const changed of [{ css: 'p {}' }, { files: {} }, { sample_data: {} }, { options: { locale: 'de' as const } }])
      tags.push((await save('whole', 'Grüße', {}, { ...parts, ...changed, draft: true })).etag);
    expect(new Set(tags).size).to.equal(5);
    await variables.removeDraft(ACCOUNT, 'whole');
    await redis.hdel(keys.variable(ACCOUNT, 'whole'), 'tag');
    expect(etagOfRecord((await found('whole'))?.record ?? expect.fail())).to.equal(etag);
    await refused(() => draft('whole', 'x', { match: ['0'.repeat(40)] }));
    expect((await save('whole', 'Grüße', on({ etag }), parts)).etag, 'stored with the next save').to.equal(etag);
    expect(await redis.hget(keys.variable(ACCOUNT, 'whole'), 'tag')).to.equal(etag.replaceAll('"', ''));
  });
});

describe('The headers of preconditions', () => {
  const read = (headers: Record<string, string>, honoured = ['If-Match', 'If-None-Match'] as const) =>
    preconditionsOf({ get: ((name: string) => headers[name]) as never }, honoured);

  it('are lists of tags, or any', () => {
    expect(read({})).to.deep.equal({});
    expect(read({ 'If-Match': '"a"' })).to.deep.equal({ match: ['a'] });
    expect(read({ 'If-Match': ' "a" , W/"b"' }), 'weak after a proxy compressed it').to.deep.equal({
      match: ['a', 'b'],
    });
    expect(read({ 'If-Match': '*', 'If-None-Match': '*' })).to.deep.equal({ match: ['*'], isNew: true });
    expect(preconditionsOf({ get: () => 'x' as never }, [])).to.deep.equal({});
  });

  it('are refused where they cannot be read', async () => {
    for (const headers of [{ 'If-Match': 'a' }, { 'If-Match': '' }, { 'If-Match': '"a" "b"' }])
      expect((await serviceErrorOf(async () => read(headers))).message).to.match(/^The header `If-Match` must be `\*`/);
    const { code, message } = await serviceErrorOf(async () => read({ 'If-None-Match': '"a"' }));
    expect([code, message.slice(0, 40)]).to.deep.equal([
      'invalid_parameter',
      'The header `If-None-Match` must be `*`: ',
    ]);
  });
});
