import { randomBytes } from 'node:crypto';
import { type Answer, PROVIDER_TOKEN, type ProviderDouble, startProviderDouble, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

describe('The master key', () => {
  const oldKey = randomBytes(32).toString('base64');
  const newKey = randomBytes(32).toString('base64');
  let service: TestService;
  let provider: ProviderDouble;
  before(async () => {
    provider = await startProviderDouble();
    service = await TestService.start({
      env: { TABLEBASE_API_URL: provider.apiUrl, MASTER_KEY: oldKey },
    });
  });
  after(async () => {
    await service.stop();
    await provider.target.close();
  });

  const put = (url: string, slug: string, token: string) =>
    ask(url, `/api/connections/${slug}`, 'PUT', service.token, { provider: 'tablebase', token });
  const test = async (url: string, slug: string) =>
    (await ask(url, `/api/connections/${slug}/test`, 'POST', service.token)).status;
  const reEncrypt = async (url: string) =>
    ((await (await ask(url, '/admin/secrets/re-encrypt', 'POST', service.adminToken)).json()) as Answer['body']).data;

  it('is rotated without a moment in which a connection or a link does not work', async () => {
    const old = service.url;
    const slugs = Array.from({ length: 60 }, (_, index) => `slug-${index}`);
    await Promise.all(slugs.map((slug) => put(old, slug, PROVIDER_TOKEN)));
    const pdf = await service.call('/api/utilities/html-to-pdf', { body: { html: 'x' } });
    const link = new URL(pdf.body.data.signed_url);

    const prepared = await service.addGateway({ MASTER_KEYS_PREVIOUS: newKey });
    const rotated = await service.addGateway({ MASTER_KEY: newKey, MASTER_KEYS_PREVIOUS: oldKey });
    expect(await test(rotated.url, 'slug-0')).to.equal(200);
    await put(rotated.url, 'new', PROVIDER_TOKEN);
    expect(await test(prepared.url, 'new'), 'a gateway of the step before reads what the next one wrote').to.equal(200);
    expect((await fetch(`${rotated.url}${link.pathname}${link.search}`)).status).to.equal(200);

    expect(await reEncrypt(rotated.url)).to.deep.equal({ re_encrypted: 60, current: 1, failed: 0 });
    expect(await reEncrypt(rotated.url)).to.deep.equal({ re_encrypted: 0, current: 61, failed: 0 });
    const alone = await service.addGateway({ MASTER_KEY: newKey });
    for (const slug of ['slug-0', 'slug-59', 'new']) expect(await test(alone.url, slug)).to.equal(200);
    expect((await fetch(`${alone.url}${link.pathname}${link.search}`)).status).to.equal(403);
    const download = new URL(pdf.body.data.download_url).pathname;
    expect((await fetch(`${rotated.url}${download}`)).status).to.equal(200);
    expect((await fetch(`${alone.url}${download}`)).status).to.equal(403);
    await Promise.all([prepared.end(), rotated.end(), alone.end()]);
  });

  it('is exchanged without overwriting a token that is saved meanwhile', async () => {
    const rotated = await service.addGateway({ MASTER_KEY: oldKey, MASTER_KEYS_PREVIOUS: newKey });
    let saved = 0;
    let isDone = false;
    const saving = (async () => {
      while (!isDone) await put(rotated.url, 'slug-0', `patSaved.${++saved}`);
    })();
    for (let times = 0; times < 5; times++) await reEncrypt(rotated.url);
    isDone = true;
    await saving;
    await test(rotated.url, 'slug-0');
    expect(provider.target.requests.at(-1)?.headers.authorization).to.equal(`Bearer patSaved.${saved}`);
    await rotated.end();
  });

  it('that is gone leaves connections that say so, are counted, and work again when they are saved', async () => {
    const lost = await service.addGateway({ MASTER_KEY: randomBytes(32).toString('base64') });
    const { failed, re_encrypted } = await reEncrypt(lost.url);
    expect({ failed, re_encrypted }).to.deep.equal({ failed: 61, re_encrypted: 0 });
    expect(await test(lost.url, 'slug-1')).to.equal(500);
    await put(lost.url, 'slug-1', PROVIDER_TOKEN);
    expect(await test(lost.url, 'slug-1')).to.equal(200);
    expect((await reEncrypt(lost.url)).failed).to.equal(60);
    await lost.end();
  });
});

const ask = (url: string, path: string, method: string, token: string, body?: object): Promise<Response> =>
  fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
