import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Account, DEFAULT_SETTINGS, type Page } from '@toolpress/contract';
import { eventually, freePort, startHttpTarget, TARGET_ADDRESS, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { AdminApi } from './admin-api.js';
import { runHere } from './testing/run-here.js';

const SCRIPT = fileURLToPath(new URL('../../../scripts/toolpress', import.meta.url));
/** What the script starts once it has found a Node.js that is new enough, which takes as long again. */
const PROGRAM = fileURLToPath(new URL('../../../scripts/lib/toolpress.mjs', import.meta.url));

describe('scripts/toolpress', () => {
  let folder: string;
  let service: TestService;
  before(async () => {
    service = await TestService.start({ workers: 0, env: { OUTBOUND_ALLOW: TARGET_ADDRESS } });
    folder = await mkdtemp(join(tmpdir(), 'toolpress-cli-'));
    const credentials = `BASE_URL=${service.url}\nAPI_TOKEN=${service.token}\nADMIN_TOKEN='${service.adminToken}'\n`;
    await writeFile(join(folder, 'credentials.env'), credentials);
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  /** Runs the command in a separate process, as a person does after scripts/start: only the data folder is known. */
  async function started(args: readonly string[]) {
    const { PATH = '', HOME = '', TOOLPRESS_TEST_RUN = '' } = process.env;
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env: { PATH, HOME, TOOLPRESS_TEST_RUN, TOOLPRESS_DATA: folder },
      cwd: '/',
    });
    child.stdin.end();
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { stdout, stderr, code };
  }

  /** Runs the command in this process: a process for each would take longer than all else here. */
  const admin = (args: readonly string[], env: Record<string, string> = { TOOLPRESS_DATA: folder }) =>
    runHere('scripts/toolpress', args, env);

  /** What a command that has to succeed shows. */
  async function shown(...args: string[]) {
    const { stdout, stderr, code } = await admin(args);
    expect(stderr).to.equal('');
    expect(code).to.equal(0);
    return stdout;
  }

  const data = async (...args: string[]) => JSON.parse(await shown(...args, '--json'));

  it('makes an account, its quota and a token that works, with no setting after scripts/start', async () => {
    const made = await started(['accounts', 'create', 'Sales', '--monthly-actions', '500', '--json']);
    expect(made).to.include({ stderr: '', code: 0 });
    const account = JSON.parse(made.stdout);
    expect(account).to.have.all.keys('id', 'name', 'monthly_actions', 'max_pages', 'suspended', 'created_at');
    expect(account).to.include({ name: 'Sales', monthly_actions: 500 });
    expect((await data('accounts', 'quota', account.id, 'none')).monthly_actions).to.equal(null);
    const created = await data('tokens', 'create', account.id, '--name', 'production', '--expires', '90d');
    expect(Date.parse(created.expires_at)).to.be.closeTo(Date.now() + 90 * 86_400_000, 60_000);
    expect((await service.call('/api/usage', { token: created.token })).status).to.equal(200);
    expect((await data('tokens', 'list', account.id)).items).to.have.lengthOf(1);
    expect(await data('tokens', 'revoke', created.id)).to.deep.equal({ id: created.id });
    expect((await service.call('/api/usage', { token: created.token })).status).to.equal(401);
  });

  it('makes a link that signs in to the studio', async () => {
    const link = await data('studio-link');
    expect(link.account_id).to.equal(service.accountId);
    expect(await shown('studio-link')).to.match(
      /studio#sign-in=[\w-]{43}\n.*works once, on this machine, until 20.* UTC\.\n$/,
    );
    const body = JSON.stringify({ link: link.url.split('#sign-in=')[1] });
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const signedIn = await fetch(`${service.url}/studio/session/link`, { method: 'POST', body, headers });
    expect(signedIn.status).to.equal(204);
  });

  it('shows, renames, suspends, resumes and closes an account', async () => {
    const { id, token } = await service.createAccount('Before');
    expect(await data('accounts', 'rename', id, 'After')).to.include({ id, name: 'After' });
    expect(await shown('accounts', 'suspend', id)).to.match(/After .*, suspended$/m);
    expect((await service.call('/api/account', { token })).status).to.equal(403);
    await shown('accounts', 'resume', id);
    expect(await data('accounts', 'show', id)).to.include({ name: 'After', suspended: false });
    expect((await service.call('/api/account', { token })).body.data).to.include({ id, name: 'After' });
    expect(await shown('accounts', 'close', id)).to.include(`${id} is closed`);
    expect((await service.call('/api/account', { token })).status).to.equal(401);
  });

  it('shows people aligned tables with readable times and no colours', async () => {
    const { id } = await data('accounts', 'create', 'Häuser & Söhne');
    const [head, rule, ...rows] = (await shown('accounts', 'list')).split('\n');
    expect(head).to.match(/^ {2}Account +Name +Monthly quota +Created \(UTC\)$/);
    expect(rule).to.match(/^ {2}-+ {3}-+ {3}-+ {3}-+$/);
    expect(rows.find((row) => row.includes(id))).to.match(/Häuser & Söhne +none +\d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect(rows.join('\n')).not.to.include('\u001b');
  });

  it('shows a token’s secret only when it is created, with a note', async () => {
    const output = await shown('tokens', 'create', service.accountId, '--name', 'ci');
    const [, secret = ''] = /^ {2}(\S{20,})$/m.exec(output) ?? [];
    expect(output)
      .to.include('It is not shown again')
      .and.to.match(/ ci +\d{4}-\d\d-\d\d \d\d:\d\d +never +never$/m);
    expect((await service.call('/api/usage', { token: secret })).status).to.equal(200);
    expect(await shown('tokens', 'list', service.accountId)).not.to.include(secret);
  });

  it('shows and changes settings, numbers and lists', async () => {
    const before = await data('settings', 'show');
    const changed = await data(
      ...['settings', 'set', 'http_request.timeout_ms=5000', 'http_request.blocked_hosts=["*.internal.example"]'],
    );
    expect(changed.http_request).to.deep.equal({
      ...before.http_request,
      timeout_ms: 5000,
      blocked_hosts: ['*.internal.example'],
    });
    expect(await shown('settings', 'show'))
      .to.match(/^ {2}http_request\.timeout_ms +5000 +30000 +100 to 300,000$/m)
      .and.to.match(/^ {2}http_request\.blocked_hosts +\["\*\.internal\.example"\] +\[\] +a list of at most 10,000$/m)
      .and.to.match(/^ {2}storage\.max_bytes_per_account +\d+ +10737418240 +0 or more$/m);
  });

  it('sets one setting, those of an area, or all of them back to their defaults', async () => {
    const changed = ['http_request.timeout_ms=5000', 'http_request.max_redirects=1', 'get_record.timeout_ms=2000'];
    await data('settings', 'set', ...changed, 'storage.max_bytes_per_account=1000000');
    const one = await data('settings', 'reset', 'http_request.timeout_ms', 'get_record');
    expect(one.http_request).to.include({ timeout_ms: 30_000, max_redirects: 1 });
    expect(one.get_record).to.deep.equal({ timeout_ms: 60_000 });
    expect(one.storage).to.deep.equal({ max_bytes_per_account: 1_000_000 });
    expect(await data('settings', 'reset')).to.deep.equal(DEFAULT_SETTINGS);
  });

  it('shows its version, and the state and version of the service without any token', async () => {
    expect(await shown('--version')).to.match(/^\d+\.\d+\.\d+\n$/);
    const nowhere = { TOOLPRESS_DATA: join(folder, 'none') };
    const { stdout, stderr, code } = await admin(['status', '--url', service.url], nowhere);
    expect({ stderr, code }).to.deep.equal({ stderr: '', code: 0 });
    expect(stdout)
      .to.match(/^ {2}Service +http:.*, version \d+\.\d+\.\d+$/m)
      .and.to.match(/^ {2}Ready +yes$/m)
      .and.to.match(/^ {2}Redis +ok$/m)
      .and.to.match(/^ {2}File store +ok$/m)
      .and.to.match(/^ {2}Workers +0$/m)
      .and.to.match(/^ {2}Documents +0 waiting, 0 active$/m);
    expect(await data('status')).to.deep.include({ ready: true, redis: 'ok', storage: 'ok', workers: 0, waiting: 0 });
    const silent = await admin(['status', '--url', `http://127.0.0.1:${await freePort()}`]);
    expect({ code: silent.code, stdout: silent.stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(silent.stderr).to.include('does not answer');
  });

  it('ends with 1 and the reason when the service is not ready', async () => {
    const target = await startHttpTarget((request, response) => {
      if (request.path === '/readyz')
        response.writeHead(503).end('{"success": false, "error": "Not ready: it stops."}');
      else response.end(JSON.stringify({ info: { version: '1.2.3' } }));
    });
    const { stdout, code } = await admin(['status', '--url', target.url]);
    await target.close();
    expect(code).to.equal(1);
    expect(stdout).to.match(/^ {2}Ready +no: Not ready: it stops\.$/m);
  });

  it('shows what was used: in all, by account, tool and day, and by token for one account', async () => {
    const target = await startHttpTarget((_, response) => response.end('{}'));
    const { id, token, tokenId } = await service.createAccount('Much used');
    for (let calls = 0; calls < 2; calls++) {
      const body = { method: 'GET', url: target.url };
      expect((await service.call('/api/utilities/http-request', { token, body })).status).to.equal(200);
    }
    await target.close();
    const usage = await data('usage', '--account', id);
    expect(usage).to.include({ actions: 2, requests: 2, next_cursor: null });
    expect(usage.by_token).to.deep.equal({ [tokenId]: { actions: 2, requests: 2 } });
    expect((await data('usage')).items.find((item: { account_id: string }) => item.account_id === id)).to.deep.equal({
      ...{ account_id: id, name: 'Much used', monthly_actions: null },
      ...{ actions: 2, requests: 2, actions_this_month: 2 },
    });
    const output = await shown('usage', '--account', id);
    expect(output).to.match(/^ {2}Total: 2 actions in 2 successful requests$/m);
    expect(output).to.match(new RegExp(`^ {2}${id} +Much used +2 +2 +2 +none$`, 'm'));
    expect(output)
      .to.match(/^ {2}http-request +2 +2$/m)
      .and.to.match(new RegExp(`^ {2}${tokenId} +2 +2$`, 'm'));
    expect(output).to.match(/^ {2}\d{4}-\d\d-\d\d +2 +2$/m);
  });

  it('shows who changed what, the newest first, and as many entries as wanted', async () => {
    const { id, token, tokenId } = await service.createAccount('Audited');
    const body = { kind: 'html', content: 'Pfirsich' };
    await service.call('/api/variables/letterhead', { method: 'PUT', token, body });
    await admin(['accounts', 'quota', id, '7']);
    const { items, next_cursor } = await data('audit', '--account', id);
    expect(items.map((entry: { action: string }) => entry.action)).to.deep.equal([
      ...['account.update', 'variable.save', 'token.create', 'account.create'],
    ]);
    expect(next_cursor).to.equal(null);
    expect((await data('audit', '--account', id, '--limit', '3')).items).to.deep.equal(items.slice(0, 3));
    expect((await data('audit', '--account', id, '--action', 'variable.save')).items).to.deep.equal([items[1]]);
    expect((await data('audit', '--to', '2020-01-01')).items).to.deep.equal([]);
    const output = await shown('audit', '--account', id);
    expect(output).to.match(
      /^ {2}[\d-]{10} [\d:]{8} +admin token +127\.0\.0\.1 +account\.update +acc_\w+ +acc_\w+ +monthly_actions$/m,
    );
    expect(output).to.match(
      new RegExp(`${tokenId} \\(Audited\\) .* variable\\.save +letterhead +${id} +kind, content$`, 'm'),
    );
    expect(output).not.to.include('Pfirsich');
    expect(await admin(['audit', '--action', 'account.drop'])).to.include({ stdout: '', code: 2 });
  });

  it('lists and cancels jobs and batches, of one account or all that are open, and shows nothing of what is in them', async () => {
    const [one, other] = [await service.createAccount('With jobs'), await service.createAccount('With batches')];
    const body = { tool: 'html-to-pdf', input: { html: '<p>Pfirsich', filename: 'Aprikose' } };
    const job = (await service.call('/api/jobs', { token: one.token, body })).body.data.id;
    const rows = [{}, {}, {}];
    const batch = (await service.call('/api/batches', { token: other.token, body: { ...body, rows } })).body.data.id;
    const ids = async (...args: string[]): Promise<string[]> =>
      (await data(...args)).items.map(({ id }: { id: string }) => id);
    expect(await ids('jobs', 'list')).to.deep.equal([job]);
    expect(await ids('jobs', 'list', '--account', other.id)).to.deep.equal([]);
    expect(await ids('batches', 'list')).to.deep.equal([batch]);
    expect(await shown('batches', 'list')).to.match(
      new RegExp(`^  ${batch} +${other.id} +working +3 +0 +0 +\\d{4}-`, 'm'),
    );
    expect(await data('jobs', 'cancel', job)).to.include({ id: job, account_id: one.id, status: 'cancelled' });
    expect(await data('jobs', 'cancel', job), 'again').to.include({ status: 'cancelled' });
    expect((await service.call(`/api/jobs/${job}`, { token: one.token })).body.data.status).to.equal('cancelled');
    expect(await data('batches', 'cancel', batch)).to.include({
      account_id: other.id,
      status: 'cancelled',
      done: 0,
    });
    expect((await admin(['batches', 'retry', batch])).stderr, 'one that was cancelled').to.include(
      '409 retry_impossible',
    );
    expect([await ids('jobs', 'list'), await ids('batches', 'list')]).to.deep.equal([[], []]);
    expect(await ids('jobs', 'list', '--account', one.id, '--status', 'cancelled')).to.deep.equal([job]);
    expect(await ids('jobs', 'list', '--account', one.id, '--status', 'done')).to.deep.equal([]);
    expect(await ids('batches', 'list', '--account', other.id)).to.deep.equal([batch]);
    for (const list of ['jobs', 'batches'])
      for (const account of [one.id, other.id])
        expect(JSON.stringify(await data(list, 'list', '--account', account))).not.to.match(/Pfirsich|Aprikose/);
    const unknown = await admin(['jobs', 'cancel', 'job_0mws455o1b04142277aad597c']);
    expect(unknown.code).to.equal(1);
    expect(unknown.stderr).to.include('404 job_unknown');
    expect((await admin(['batches', 'list', '--account', 'acc_none'])).stderr).to.include('404 account_unknown');
  });

  it('lists webhooks, and what was sent to them', async () => {
    const target = await startHttpTarget((_, response) => response.writeHead(503).end());
    const { id, token } = await service.createAccount('With webhooks');
    const url = `${target.url}/hook`;
    expect((await service.call('/api/webhooks/orders', { method: 'PUT', token, body: { url } })).status).to.equal(200);
    await service.call('/api/webhooks/orders/test', { method: 'POST', token });
    await eventually(() => expect(target.requests).to.have.lengthOf.above(0));
    expect(await shown('webhooks', 'list', id)).to.match(/^ {2}orders +http:.*\/hook +job\.done, /m);
    await eventually(async () =>
      expect(await shown('webhooks', 'deliveries', id, 'orders')).to.match(
        /^ {2}dlv_\w+ +webhook\.test +pending +\d{4}-.* +\d +503 +\d{4}-/m,
      ),
    );
    expect((await admin(['webhooks', 'deliveries', id, 'none'])).stderr).to.include('404 webhook_unknown');
    await service.call('/api/webhooks/orders', { method: 'DELETE', token });
    await target.close();
  });

  it('re-encrypts what is kept, and ends with 1 while something still needs an old key', async () => {
    const { token } = await service.createAccount('With a connection');
    const body = { provider: 'tablebase', token: 'pat.secret' };
    expect((await service.call('/api/connections/main', { method: 'PUT', token, body })).status).to.equal(200);
    expect(await data('secrets', 're-encrypt')).to.deep.equal({ re_encrypted: 0, current: 1, failed: 0 });
    const otherKey = await service.addGateway({ MASTER_KEY: randomBytes(32).toString('base64') });
    const { stdout, code } = await admin(['secrets', 're-encrypt', '--url', otherKey.url]);
    await otherKey.end();
    expect(stdout).to.include('failed: 1').and.to.include('keep it');
    expect(code).to.equal(1);
  });

  it('follows a list over all its pages', async () => {
    for (const name of ['one', 'two', 'three', 'four', 'five']) await service.createAccount(name);
    const target = { url: service.url, token: service.adminToken, tokenFrom: 'the test' };
    const api = new AdminApi(target, 2);
    const list = await api.list<Page<Account>>('/accounts', { what: 'Listing the accounts' });
    expect(list).to.deep.equal(await data('accounts', 'list'));
    expect(list.items.length).to.be.above(5);
    expect(list.next_cursor).to.equal(null);
  });

  it('ends with 1 and the service’s own words and code when it refuses', async () => {
    const { stdout, stderr, code } = await started(['tokens', 'create', 'acc_none']);
    expect({ stdout, code }).to.deep.equal({ stdout: '', code: 1 });
    expect(stderr.trim()).to.equal('Creating the token failed: There is no account `acc_none`. (404 account_unknown)');
  });

  it('never lets an id become another path', async () => {
    const { stderr, code } = await admin(['tokens', 'revoke', '../settings']);
    expect({ stderr, code }).to.have.property('code', 1);
    expect(stderr).to.include('400 invalid_parameter').and.to.include('`id` must be an id');
  });

  it('names the next step when the service does not answer, the token is wrong, or both are missing', async () => {
    const nowhere = { TOOLPRESS_DATA: join(folder, 'none') };
    const silent = await admin(['accounts', 'list', '--url', `http://127.0.0.1:${await freePort()}`], {
      ...nowhere,
      ADMIN_TOKEN: 'x',
    });
    expect(silent.stderr).to.include('ECONNREFUSED').and.to.include('Start it with ./scripts/start');
    const wrong = await admin(['accounts', 'list'], { ...nowhere, BASE_URL: service.url, ADMIN_TOKEN: 'wrong' });
    expect(wrong.stderr).to.include('rejects the admin token').and.to.include('from ADMIN_TOKEN of the environment');
    const addressless = await admin(['accounts', 'list'], nowhere);
    expect(addressless.stderr).to.include('No service address').and.to.include('--url or BASE_URL');
    const tokenless = await admin(['accounts', 'list'], { ...nowhere, PUBLIC_URL: service.url });
    expect(tokenless.stderr).to.include('No admin token');
    expect([silent, wrong, addressless, tokenless].map(({ code }) => code)).to.deep.equal([1, 1, 1, 1]);
  });

  it('takes what is given before what scripts/start has left', async () => {
    const elsewhere = `http://127.0.0.1:${await freePort()}`;
    const kept = { TOOLPRESS_DATA: folder };
    const env = { ...kept, BASE_URL: elsewhere, PUBLIC_URL: elsewhere };
    expect((await admin(['accounts', 'list'], env)).stderr).to.include(elsewhere);
    expect((await admin(['accounts', 'list', '--url', `${service.url}/`], env)).code).to.equal(0);
    expect((await admin(['accounts', 'list'], { ...kept, PUBLIC_URL: elsewhere })).code).to.equal(0);
    expect((await admin(['accounts', 'list'], { ...kept, ADMIN_TOKEN: 'wrong' })).code).to.equal(1);
  });

  it('ends with 2 on wrong usage, and says what is wrong', async () => {
    const wrong = [
      ...[[], ['account'], ['accounts', 'drop'], ['accounts', 'list', 'all'], ['accounts', 'create']],
      ...[
        ['accounts', 'quota', 'acc_1', 'much'],
        ['accounts', 'list', '--url', 'nowhere'],
        ['settings', 'set', 'x'],
      ],
      ...[
        ['tokens', 'create', 'acc_1', '--expires', 'soon'],
        ['accounts', 'list', '--admin-token', 'secret'],
        ['settings', 'reset', 'http_request.nothing'],
        ['render'],
        ['batch', 'a.html'],
        ['batch', 'a.html', 'a.csv', '--output', 'tar'],
        ['render', '-', '--watch'],
        ['render', 'a.html', '--margin', '1mm 2mm 3mm 4mm 5mm'],
      ],
    ];
    for (const args of wrong) {
      const { stdout, stderr, code } = await admin(args);
      expect({ stdout, code }, args.join(' ')).to.deep.equal({ stdout: '', code: 2 });
      expect(stderr, args.join(' ')).to.match(/^error: |^Usage: /);
    }
    expect(await admin(['accounts', 'drop'])).to.include({ stdout: '', code: 2 });
  });

  it('explains every command, with examples that work', async () => {
    const examples = new Set<string>();
    const commands = [
      ...['', 'accounts', 'accounts list', 'accounts create', 'accounts quota', 'tokens', 'tokens list'],
      ...['tokens create', 'tokens revoke', 'settings', 'settings show', 'settings set', 'usage', 'secrets re-encrypt'],
      ...[
        'settings reset',
        'status',
        ...['render', 'batch', 'push', 'pull', 'diff', 'publish', 'rollback', 'compare', 'verify-templates'],
        ...['show', 'rename', 'suspend', 'resume', 'close'].map((one) => `accounts ${one}`),
        ...['jobs', 'batches'].flatMap((what) => [what, `${what} list`, `${what} cancel`]),
        ...['webhooks', 'webhooks list', 'webhooks deliveries', 'audit', 'studio-link'],
      ],
    ];
    for (const command of commands) {
      const { stdout: help, code } = await admin([...command.split(' ').filter(Boolean), '--help']);
      expect(code).to.equal(0);
      expect(help)
        .to.match(new RegExp(`^Usage: scripts/toolpress ${command}`))
        .and.to.match(/^Examples?:\n {2}scripts\/toolpress /m);
      for (const [, example = ''] of help.matchAll(/^ {2}scripts\/toolpress (.*)$/gm)) examples.add(example);
    }
    for (const example of examples) {
      // Other tests have files for these.
      if (/^(?:render|batch|push|pull|diff|publish|rollback|compare|verify-templates)\b/.test(example)) continue;
      const { id, token, tokenId } = await service.createAccount('Example');
      const begun = await beginWork(token);
      const ids = { 'acc_…': id, 'tok_…': tokenId, ...begun };
      const [line = ''] = example.replace(/\w+_…/, (open) => ids[open as keyof typeof ids]).split(' | ');
      const args = line.match(/"[^"]*"|'[^']*'|\S+/g)?.map((word) => word.replace(/^(["'])(.*)\1$/, '$2'));
      expect(await admin(args ?? []), example).to.include({ stderr: '', code: 0 });
    }
    expect(await shown('--help'))
      .to.include('ADMIN_TOKEN')
      .and.to.include('can see arguments');
  });

  /** What the examples cancel and look at. */
  async function beginWork(token: string) {
    const body = { tool: 'html-to-pdf', input: { html: '<p>' } };
    const job = await service.call('/api/jobs', { token, body });
    const batch = await service.call('/api/batches', { token, body: { ...body, rows: [{}] } });
    const url = `http://${TARGET_ADDRESS}:8080/`;
    const saved = await service.call('/api/webhooks/orders', { method: 'PUT', token, body: { url } });
    expect(saved.status, saved.body.error).to.equal(200);
    return { 'job_…': job.body.data.id as string, 'bat_…': batch.body.data.id as string };
  }

  it('ends quietly when its output pipe is closed', async () => {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, TOOLPRESS_DATA: folder };
    const child = spawn(SCRIPT, ['accounts', 'list'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect({ stderr, code }).to.deep.equal({ stderr: '', code: 0 });
  });

  it('never prints the admin token', async () => {
    const { stdout, stderr } = await admin(['accounts', 'list', '--url', 'http://127.0.0.1:9']);
    expect(stdout + stderr).not.to.include(service.adminToken);
  });
});
