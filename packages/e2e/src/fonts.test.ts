import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, type CallOptions, redisContents, TestService, testFont } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const MEBIBYTE = 1024 * 1024;

describe('An account’s own fonts', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start({ workers: 0 });
  });
  after(() => service?.stop());

  const base64 = (name = 'Brand'): string => testFont(name, { format: 'woff2' }).toString('base64');
  const put = (name: string, body: object = {}, options: CallOptions = {}): Promise<Answer> =>
    service.call(`/api/fonts/${name}`, {
      method: 'PUT',
      body: { family: 'Brand Sans', data_base64: base64(), ...body },
      ...options,
    });
  const codeOf = ({ headers }: Answer): string | null => headers.get('x-error-code');
  /** The files of all fonts, as the file store has them. */
  const filesOf = (account: string): string[] => {
    const folder = join(service.storageFolder, 'kept', account);
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  it('can be saved, read, listed, replaced and deleted, their files with them', async () => {
    const first = (await put('bold', { weight: 700, style: 'italic' })).body.data;
    expect(first).to.have.all.keys(
      'name',
      'family',
      'weight',
      'style',
      'format',
      'size_bytes',
      'sha256',
      'created_at',
      'updated_at',
    );
    expect(first).to.include({ name: 'bold', family: 'Brand Sans', weight: 700, style: 'italic', format: 'woff2' });
    const second = (await put('bold', { weight: '100 900', data_base64: testFont('Other').toString('base64') })).body
      .data;
    expect(second).to.include({ weight: '100 900', style: 'normal', format: 'ttf', created_at: first.created_at });
    expect(second.sha256).to.not.equal(first.sha256);
    expect((await service.call('/api/fonts/bold')).body.data).to.deep.equal(second);
    expect((await service.call('/api/fonts')).body.data).to.deep.equal({ items: [second], next_cursor: null });
    expect(filesOf(service.accountId)).to.have.lengthOf(1);
    const deleted = await service.call('/api/fonts/bold', { method: 'DELETE' });
    expect(deleted.body.data).to.deep.equal({ name: 'bold' });
    expect(deleted.body.metadata, 'it is not charged').to.equal(undefined);
    for (const method of ['GET', 'DELETE']) {
      const gone = await service.call('/api/fonts/bold', { method });
      expect([gone.status, codeOf(gone)]).to.deep.equal([404, 'font_not_found']);
    }
    expect((await service.call('/api/fonts')).body.data.items).to.deep.equal([]);
    expect(filesOf(service.accountId)).to.deep.equal([]);
  });

  it('have a weight of 400 and are upright by default', async () => {
    const { token } = await service.createAccount('usual');
    expect((await put('usual', {}, { token })).body.data).to.include({ weight: 400, style: 'normal' });
  });

  const WRONG: Record<string, [body: object, status: number, message: RegExp]> = {
    'without a family': [{ family: undefined }, 400, /`family` is required/],
    'of a family in quotes': [{ family: '"Brand"' }, 400, /`family` must be a name as `font-family` has it/],
    'of a family that CSS defines': [{ family: 'Sans-Serif' }, 400, /must not be a family that CSS itself defines/],
    'of a weight that there is not': [{ weight: 1_000 }, 400, /`weight` must be a number from 100 to 900, or a range/],
    'of a weight in words': [{ weight: 'bold' }, 400, /`weight` must be a number from 100 to 900, or a range/],
    'of a range from bold to light': [
      { weight: '900 100' },
      400,
      /`weight` must be a number from 100 to 900, or a range/,
    ],
    'of an unknown style': [{ style: 'oblique' }, 400, /`style` must be one of normal, italic/],
    'with something else': [{ url: 'https://cdn.example/x.woff2' }, 400, /`url` is not known/],
    'without a file': [{ data_base64: undefined }, 400, /`data_base64` is required/],
    'of an empty file': [{ data_base64: '' }, 400, /`data_base64` is empty/],
    'that are no base64': [{ data_base64: '<html>' }, 400, /`data_base64` must be base64; character 1/],
    'that are no fonts': [{ data_base64: Buffer.from('<html>').toString('base64') }, 422, /an HTML page/],
    'that are too large': [
      { data_base64: Buffer.alloc(2 * MEBIBYTE + 1).toString('base64') },
      413,
      /the limit is 2 MiB/,
    ],
    'that are much too large': [{ data_base64: 'A'.repeat(11 * MEBIBYTE) }, 413, /over the limit of 10 MiB/],
  };
  for (const [what, [body, status, message]] of Object.entries(WRONG)) {
    it(`are refused ${what}`, async () => {
      const answer = await put('wrong', body);
      expect(answer.body.error).to.match(message);
      expect(answer.status).to.equal(status);
      expect((await service.call('/api/fonts/wrong')).status).to.equal(404);
    });
  }

  it('are rejected under an invalid name', async () => {
    expect((await put('a%20b')).body.error).to.include('`name` must be 1 to 64');
  });

  it('are 50, each of which can be replaced, and of 2 MiB', async () => {
    const { id, token } = await service.createAccount('many');
    const large = Buffer.concat([testFont('Large'), Buffer.alloc(2 * MEBIBYTE - testFont('Large').length)]);
    const data_base64 = large.toString('base64');
    for (let index = 0; index < 50; index++) {
      const body = index === 0 ? { data_base64 } : {};
      expect((await put(`face-${index}`, body, { token })).status).to.equal(200);
    }
    const refused = await put('one-more', {}, { token });
    expect([refused.status, refused.body.error]).to.deep.equal([
      400,
      'The account has reached the limit of 50 fonts. Delete one first.',
    ]);
    expect((await put('face-1', { weight: 900 }, { token })).status).to.equal(200);
    expect(filesOf(id), 'no file is left over').to.have.lengthOf(50);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page: Answer = await service.call(`/api/fonts?limit=20${query}`, { token });
      expect(page.body.data.items).to.have.lengthOf.at.most(20);
      seen.push(...page.body.data.items.map(({ name }: { name: string }) => name));
      cursor = page.body.data.next_cursor;
    }
    expect(seen).to.deep.equal(Array.from({ length: 50 }, (_, index) => `face-${index}`).sort());
  });

  it('are 50, however many are sent at the same moment', async () => {
    const { id, token } = await service.createAccount('eager');
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => put(`f${index}`, {}, { token })));
    expect(answers.filter(({ status }) => status === 200)).to.have.lengthOf(50);
    const saved = answers.findIndex(({ status }) => status === 200);
    expect((await put(`f${saved}`, {}, { token })).status, 'which removes what is left over').to.equal(200);
    expect(filesOf(id)).to.have.lengthOf(50);
  });

  it('can not be seen or touched by another account', async () => {
    await put('mine');
    const { token } = await service.createAccount('other');
    expect((await service.call('/api/fonts/mine', { token })).status).to.equal(404);
    expect((await service.call('/api/fonts/mine', { token, method: 'DELETE' })).status).to.equal(404);
    expect((await service.call('/api/fonts', { token })).body.data.items).to.deep.equal([]);
    expect((await put('mine', { family: 'Theirs' }, { token })).status).to.equal(200);
    expect((await service.call('/api/fonts/mine')).body.data.family).to.equal('Brand Sans');
  });

  it('do not take Redis’ memory with their files, and outlast a gateway', async () => {
    const font = (await put('lasting', { data_base64: base64('Lasting') })).body.data;
    expect(await redisContents(service.redis.url)).to.not.include(base64('Lasting').slice(100, 200));
    await service.restartGateway('SIGKILL');
    expect((await service.call('/api/fonts/lasting')).body.data).to.deep.equal(font);
  });

  it('are deleted with their files, later where the file store is unavailable at the time', async () => {
    const { id, token } = await service.createAccount('outage');
    await put('old', {}, { token });
    const folder = join(service.storageFolder, 'kept');
    renameSync(folder, `${folder}-away`);
    try {
      const refused = await put('new', {}, { token });
      expect([refused.status, codeOf(refused)]).to.deep.equal([503, 'unavailable']);
      expect((await service.call('/api/fonts/old', { token, method: 'DELETE' })).status).to.equal(200);
      expect((await service.call('/api/fonts', { token })).body.data.items).to.deep.equal([]);
    } finally {
      renameSync(`${folder}-away`, folder);
    }
    expect((await put('new', {}, { token })).status).to.equal(200);
    expect(filesOf(id)).to.have.lengthOf(1);
  });
});
