import { readdirSync, readFileSync } from 'node:fs';
import { commandsUsed } from '@toolpress/runtime';
import {
  eventually,
  type HttpTarget,
  PROVIDER_TOKEN,
  type ProviderDouble,
  startHttpTarget,
  startProviderDouble,
  type TestRedis,
  TestService,
  testFont,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const operations = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
/** As the documentation has them. */
const [RIGHTS = ''] = /^ACL SETUSER toolpress .*$/m.exec(operations) ?? [];
const PASSWORD = 'secret';

/** The same Redis, for another user. */
function asUser(redis: TestRedis): TestRedis {
  const url = new URL(redis.url);
  url.username = 'toolpress';
  url.password = PASSWORD;
  return Object.defineProperty(Object.create(redis) as TestRedis, 'url', { value: url.href });
}

const grant = (redis: TestRedis, ...more: string[]) => {
  const [, ...rest] = RIGHTS.replace('PASSWORD', PASSWORD).split(' ');
  return redis.command('ACL', ...rest, ...more);
};

/** The commands of the scripts, which only the apps have read. */
function ofScripts(): string[] {
  const folders = ['apps/gateway', 'packages/queue', 'packages/runtime'].map(
    (folder) => new URL(`../../../${folder}/src/`, import.meta.url),
  );
  const texts = folders.flatMap((folder) =>
    readdirSync(folder, { encoding: 'utf8', recursive: true })
      .filter((name) => name.endsWith('.lua'))
      .map((name) => readFileSync(new URL(name, folder), 'utf8')),
  );
  return texts.flatMap((text) => [...text.matchAll(/redis\.p?call\('(\w+)'/g)].map(([, command = '']) => command));
}

/**
 * Tests a whole service whose user in Redis has the documented rights.
 *
 * @param title the subject of the tests.
 * @param startRedis starts the server.
 * @param settings of both apps, with the certificates for Redis.
 */
export function hasEnoughRights(
  title: string,
  startRedis: () => Promise<TestRedis>,
  settings: () => Record<string, string> = () => ({}),
): void {
  describe(title, () => {
    let redis: TestRedis;
    let service: TestService;
    let target: HttpTarget;
    let provider: ProviderDouble;
    before(async () => {
      redis = await startRedis();
      await grant(redis);
      [target, provider] = await Promise.all([
        startHttpTarget((_request, response) => response.end('{}'), { host: '127.0.0.1' }),
        startProviderDouble(),
      ]);
      service = await TestService.start({
        redis: asUser(redis),
        env: { OUTBOUND_ALLOW: '127.0.0.1', TABLEBASE_API_URL: provider.apiUrl, ...settings() },
      });
    });
    after(async () => {
      await service?.stop();
      await Promise.all([target?.close(), provider?.target.close()]);
    });

    /** @returns `data` of an answer that has to be a success. */
    const ask = async (method: string, path: string, body?: unknown, more: object = {}) => {
      const answer = await service.call(path, { method, body, ...more });
      expect(answer.status, `${method} ${path}: ${answer.body.error}`).to.be.within(200, 299);
      return answer.body.data;
    };
    const asOperator = () => ({ token: service.adminToken });
    const denied = async (): Promise<string[]> => {
      const entries = (await redis.command('ACL', 'LOG')) as string[][];
      return entries.map(([, , , reason, , context, , object]) => `${reason} ${object} (${context})`);
    };
    const printed = { html: '<p>[[name]]', filename: 'a.pdf' };

    it('prints, charges, and serves the file, again and again, with a quota and under a key', async () => {
      const admin = asOperator();
      await ask('PATCH', `/admin/accounts/${service.accountId}`, { monthly_actions: 10_000 }, admin);
      for (const _ of [1, 2, 3]) {
        const { download_url } = await ask('POST', PDF, printed);
        expect((await fetch(download_url)).status).to.equal(200);
        const headers = { 'idempotency-key': 'one' };
        await ask('POST', PDF, printed, { headers });
      }
      expect((await service.call(PDF, { body: { html: '[[#open]]' } })).status).to.equal(422);
      await eventually(async () => expect(await ask('GET', '/api/usage')).to.include({ actions: 12 }));
      const { download_url } = await ask('POST', PDF, printed);
      await ask('DELETE', `/api/files/${/files\/(\w{41})/.exec(download_url)?.[1]}`);
    });

    it('calls others, and keeps variables, connections and fonts', async () => {
      await ask('POST', '/api/utilities/http-request', { method: 'GET', url: target.url });
      await ask('PUT', '/api/variables/a', { kind: 'html', content: '<p>kept' });
      await ask('GET', '/api/variables');
      await ask('POST', PDF, { html: '[[var:a]]' });
      await ask('DELETE', '/api/variables/a');
      await ask('PUT', '/api/connections/mine', { provider: 'tablebase', token: PROVIDER_TOKEN });
      for (const record_id of ['recA', 'recB']) {
        const body = { base_id: 'appOne', table_id: 'tblOne', record_id, _connections: { tablebase: 'mine' } };
        const { status, headers } = await service.call('/api/tablebase/get-record', { body });
        expect([200, 404], `${headers.get('x-error-code')}`).to.include(status);
      }
      await ask('GET', '/api/connections');
      const font = { family: 'Mine', weight: 400, style: 'normal', data_base64: testFont('Mine').toString('base64') };
      await ask('PUT', '/api/fonts/mine', font);
      await ask('POST', PDF, { html: '<p style="font-family: Mine">x' });
      await ask('GET', '/api/fonts');
      await ask('DELETE', '/api/fonts/mine');
      await ask('DELETE', '/api/connections/mine');
    });

    it('runs jobs and batches, accepts uploads, and calls webhooks', async () => {
      const { name } = await ask('PUT', '/api/webhooks/mine', { url: target.url });
      await ask('POST', `/api/webhooks/${name}/rotate`);
      const { id } = await ask('POST', '/api/jobs', { tool: 'json-to-pdf', input: printed });
      expect((await ask('GET', `/api/jobs/${id}?wait=30`)).status).to.equal('done');
      const cancelled = await ask('POST', '/api/jobs', { tool: 'json-to-pdf', input: printed });
      await ask('DELETE', `/api/jobs/${cancelled.id}`);
      const headers = { 'content-type': 'application/x-ndjson' };
      const upload = await ask('PUT', '/api/uploads', '{"name":"a"}\n{"name":"b"}\n', { headers });
      await ask('PUT', '/api/uploads', '{"name":"a"}\n', { headers });
      for (const [output, rows] of [
        ['zip', upload.id],
        ['merged', [{ name: 'a' }, { name: 'b' }]],
        ['files', [{ name: 'a' }]],
      ]) {
        const of = typeof rows === 'string' ? { upload: rows } : { rows };
        const batch = await ask('POST', '/api/batches', { tool: 'json-to-pdf', output, input: printed, ...of });
        expect(await ask('GET', `/api/batches/${batch.id}?wait=30`)).to.include({ status: 'done', failed: 0 });
        await ask('GET', `/api/batches/${batch.id}/rows`);
        if (output === 'files') await ask('DELETE', `/api/batches/${batch.id}`);
      }
      await ask('GET', '/api/jobs');
      await ask('GET', '/api/batches');
      await ask('POST', '/api/webhooks/mine/test');
      await eventually(async () => {
        const { items } = await ask('GET', '/api/webhooks/mine/deliveries');
        expect(items.filter(({ status }: { status: string }) => status === 'delivered')).to.have.lengthOf.at.least(3);
        await ask('POST', `/api/webhooks/mine/deliveries/${items[0].id}/replay`);
      });
      await ask('DELETE', '/api/webhooks/mine');
    });

    it('is operated: settings, tokens, lists, a closed account', async () => {
      const admin = asOperator();
      const other = await service.createAccount('other');
      await ask('POST', PDF, printed, { token: other.token });
      await ask('PATCH', '/admin/settings', { rate_limit: { requests_per_minute: 1_000 } }, admin);
      await eventually(async () => {
        const { headers } = await service.call('/api/account', { token: other.token });
        expect(headers.get('ratelimit')).to.not.equal(null);
      });
      await ask('POST', PDF, printed, { token: other.token });
      for (const path of ['accounts', `accounts/${other.id}`, 'usage', 'settings', 'jobs', 'batches', 'audit'])
        await ask('GET', `/admin/${path}`, undefined, admin);
      await ask('POST', '/admin/secrets/re-encrypt', undefined, admin);
      await ask('DELETE', `/admin/tokens/${other.tokenId}`, undefined, admin);
      await ask('DELETE', `/admin/accounts/${other.id}`, undefined, admin);
      expect((await service.call('/admin/usage', { token: 'wrong' })).status).to.equal(401);
      const login = await fetch(`${service.url}/ops/login`, {
        method: 'POST',
        headers: { origin: service.url },
        body: new URLSearchParams({ token: service.adminToken }),
        redirect: 'manual',
      });
      const headers = { cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '' };
      for (const path of ['/ops', '/ops/state', '/metrics'])
        expect((await fetch(`${service.url}${path}`, { headers })).status, path).to.equal(200);
    });

    it('was refused nothing, and sent only commands that are checked at the start', async () => {
      expect(await denied()).to.deep.equal([]);
      const stats = String(await redis.command('INFO', 'commandstats'));
      const sent = [...stats.matchAll(/^cmdstat_(\w+)/gm)].map(([, name = '']) => name.toUpperCase());
      // Commands of the test itself, and those that the client library sends to introduce itself.
      const others = ['ACL', 'AUTH', 'HELLO', 'CONFIG', 'SELECT', 'COMMAND'];
      const asked = [...commandsUsed(), ...ofScripts()];
      expect(sent.filter((name) => !asked.includes(name) && !others.includes(name))).to.deep.equal([]);
    });

    it('reports a charge that Redis rejects, and repeats it when Redis accepts it again', async () => {
      const { actions } = await ask('GET', '/api/usage');
      await redis.command('SET', 'toolpress:usage:kept', '');
      await redis.command('RENAME', 'toolpress:usage', 'toolpress:usage:kept');
      await redis.command('SET', 'toolpress:usage', 'no hash');
      await ask('POST', PDF, printed);
      await eventually(async () => {
        const { status, body } = await service.call(PDF, { body: printed });
        expect([status, body.error]).to.deep.equal([
          503,
          'An earlier call of this account cannot be charged. Calls are refused until the operator of the service has fixed this; the log has the reason.',
        ]);
      });
      await eventually(() =>
        expect(service.gateway.output()).to.include('a charge fails; calls of its account are refused'),
      );
      expect(await (await fetch(`${service.url}/metrics`)).text()).to.match(/^toolpress_accounts_refused.* 1$/m);
      await redis.command('RENAME', 'toolpress:usage:kept', 'toolpress:usage');
      await eventually(async () => expect(await ask('GET', '/api/usage')).to.include({ actions: actions + 3 }));
      await ask('POST', PDF, printed);
      expect(await (await fetch(`${service.url}/metrics`)).text()).to.match(/^toolpress_accounts_refused.* 0$/m);
    });
  });
}
