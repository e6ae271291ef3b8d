import { readdir } from 'node:fs/promises';
import {
  type Answer,
  eventually,
  redisContents,
  type SharedService,
  sharedService,
  testFont,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
/** How long the service keeps a file unless a request says less: a week. */
const FILE_TTL_S = 7 * 24 * 60 * 60;

describe('Files of an account', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const print = (token: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    service.call(PDF, { token, body: { html: '<p>mine', ...body }, headers });
  const nameIn = (link: string): string => new URL(link).pathname.slice('/files/'.length);
  const remove = (name: string, token: string) => service.call(`/api/files/${name}`, { method: 'DELETE', token });
  const stored = async (token: string): Promise<number> =>
    (await service.call('/api/account', { token })).body.data.storage_bytes;
  const inStore = async (link: string): Promise<string[]> =>
    (await readdir(service.storageFolder, { recursive: true })).filter((name) =>
      name.includes(nameIn(link).slice(0, 41)),
    );

  it('are deleted by the id of their link, and no longer count', async () => {
    const { token } = await service.createAccount('deleting');
    const [one, other] = [(await print(token)).body.data, (await print(token)).body.data];
    const sizes = [one.size_bytes, other.size_bytes];
    await eventually(async () => expect(await stored(token)).to.equal(sizes[0] + sizes[1]));
    const deleted = await remove(nameIn(one.download_url), token);
    expect(deleted.status, deleted.body.error).to.equal(200);
    expect(deleted.body.data.id).to.match(/^[0-9a-z]{41}$/);
    expect(await stored(token)).to.equal(sizes[1]);
    for (const link of [one.download_url, one.signed_url]) expect((await fetch(link)).status).to.equal(404);
    expect((await fetch(other.download_url)).status).to.equal(200);
    expect((await remove(nameIn(one.download_url), token)).headers.get('x-error-code')).to.equal('file_unknown');
    const removals = Array.from({ length: 5 }, () => remove(nameIn(other.download_url).slice(0, 41), token));
    expect((await Promise.all(removals)).map(({ status }) => status)).to.include(200);
    expect(await stored(token)).to.equal(0);
  });

  it('are not deleted by another account, even one that has the link', async () => {
    const { token } = await service.createAccount('with a file');
    const other = await service.createAccount('with the link');
    const { download_url } = (await print(token)).body.data;
    const refused = await remove(nameIn(download_url), other.token);
    expect(refused.headers.get('x-error-code')).to.equal('file_unknown');
    expect((await fetch(download_url)).status).to.equal(200);
    for (const wrong of ['x', '..%2f..%2fetc', `${'a'.repeat(41)}`, `${nameIn(download_url)}x.`])
      expect((await remove(wrong, token)).status, wrong).to.be.oneOf([400, 404]);
    expect((await fetch(download_url)).status).to.equal(200);
  });

  it('are not answered again under an idempotency key when they were deleted', async () => {
    const { token } = await service.createAccount('repeating');
    const headers = { 'idempotency-key': 'invoice-1' };
    const { download_url } = (await print(token, {}, headers)).body.data;
    expect((await remove(nameIn(download_url), token)).status).to.equal(200);
    const again = await print(token, {}, headers);
    expect(again.headers.get('x-error-code')).to.equal('idempotency_conflict');
  });

  it('are kept as long as the request says, up to what the service keeps', async () => {
    const { token } = await service.createAccount('short-lived');
    const life = async (body: object): Promise<number> =>
      (Date.parse((await print(token, body)).body.data.expires_at) - Date.now()) / 1_000;
    expect(await life({ expires_in: 60 })).to.be.within(30, 60);
    for (const body of [{ expires_in: FILE_TTL_S }, {}, { expires_in: null }])
      expect(await life(body)).to.be.within(FILE_TTL_S - 100, FILE_TTL_S);
    for (const expires_in of [59, 0, -1, 61.5, '60', FILE_TTL_S + 1]) {
      const refused = await print(token, { expires_in });
      expect(refused.status, String(expires_in)).to.equal(400);
      expect(refused.body.error).to.include('`expires_in` must be');
    }
    expect((await print(token, { expires_in: FILE_TTL_S + 1 })).body.error).to.include(`at most ${FILE_TTL_S}`);
  });

  it('go with the account when it is closed, and all else that it kept but its usage', async () => {
    const other = await service.otherGateway();
    const { id, token } = await service.createAccount('Closing, Ltd');
    const there = () => fetch(`${other}/api/usage`, { headers: { authorization: `Bearer ${token}` } });
    const put = (path: string, body: object) => service.call(path, { method: 'PUT', token, body });
    const { download_url } = (await print(token, {}, { 'idempotency-key': 'k' })).body.data;
    await print(token);
    expect(await inStore(download_url)).to.have.lengthOf(1);
    await put('/api/variables/secret', { kind: 'html', content: 'a-variable-of-its-own' });
    await put('/api/connections/main', { provider: 'tablebase', token: 'pat' });
    const font = await put('/api/fonts/brand', { family: 'Brand', data_base64: testFont('brand').toString('base64') });
    expect(font.status, font.body.error).to.equal(200);
    const kept = async () =>
      (await readdir(service.storageFolder, { recursive: true })).filter((name) => name.includes(`${id}/`));
    expect(await kept()).to.have.lengthOf(1);
    for (let times = 0; times < 3; times++) expect((await there()).status).to.equal(200);
    const operate = (path: string, method = 'GET') => service.call(path, { method, token: service.adminToken });

    const closed = await operate(`/admin/accounts/${id}`, 'DELETE');
    expect(closed.body.data, closed.body.error).to.deep.equal({ id });
    expect((await service.call('/api/usage', { token })).status).to.equal(401);
    await eventually(async () => expect((await there()).status).to.equal(401), 5_000);
    expect((await fetch(download_url)).status).to.equal(404);
    expect(await inStore(download_url)).to.have.lengthOf(0);
    expect(await kept()).to.have.lengthOf(0);
    const contents = await redisContents(service.redis.url);
    expect(contents).not.to.include('a-variable-of-its-own');
    const left = contents.match(new RegExp(`toolpress:account:${id}[\\w:.-]*`, 'g')) ?? [];
    expect([...new Set(left)]).to.have.members(['usage', 'audit'].map((kept) => `toolpress:account:${id}:${kept}`));

    const usage = (await operate(`/admin/usage?account=${id}`)).body.data;
    expect(usage).to.include({ actions: 6, requests: 2, storage_bytes: 0 });
    expect(usage.items[0]).to.include({ account_id: id, name: 'Closing, Ltd' });
    expect(
      (await operate('/admin/accounts')).body.data.items.map((account: { id: string }) => account.id),
    ).not.to.include(id);
    for (const [path, method] of [
      ['', 'GET'],
      ['', 'DELETE'],
      ['/tokens', 'GET'],
    ] as const)
      expect((await operate(`/admin/accounts/${id}${path}`, method)).headers.get('x-error-code')).to.equal(
        'account_unknown',
      );
  });
});
