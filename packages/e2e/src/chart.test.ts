import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type SharedService, sharedService, startProcess } from '@toolpress/testkit';
import { expect } from 'chai';
import { load } from 'js-yaml';
import { before, describe, it } from 'mocha';

const DEPLOY = new URL('../../../deploy/', import.meta.url);
const TEST = fileURLToPath(new URL('helm/toolpress/files/print.mjs', DEPLOY));

describe('The Helm chart', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });
  const env = (token: string) => ({ BASE_URL: service.url, ADMIN_TOKEN: token });
  const accounts = async (): Promise<{ name: string }[]> =>
    (await service.call('/admin/accounts', { token: service.adminToken })).body.data.items;

  it('has a test that prints a PDF and leaves no account', async () => {
    const test = startProcess(process.execPath, [TEST], { env: env(service.adminToken) });
    expect(await test.ended, test.output()).to.equal(0);
    expect(test.output()).to.match(/^Printed 1 page, \d{4,} bytes\.\n$/);
    expect((await accounts()).filter(({ name }) => name === 'helm test')).to.deep.equal([]);
  });

  it('has a test that fails when the service refuses it', async () => {
    const test = startProcess(process.execPath, [TEST], { env: env('x'.repeat(32)) });
    expect(await test.ended).to.equal(1);
    expect(test.output()).to.include('POST /admin/accounts is answered 401');
  });

  it('opens what the public pages load, and keeps the rest inside', async () => {
    const helpers = await readFile(new URL('helm/toolpress/templates/_helpers.tpl', DEPLOY), 'utf8');
    const [, defined = ''] = /define "toolpress\.paths" -\}\}\n([\s\S]*?)\n\{\{- end/.exec(helpers) ?? [];
    const byDefault = defined.replace(/\{\{ if \.Values\.exposeOperations.*?\{\{ end \}\}/, '');
    const paths = load(byDefault) as Record<'Exact' | 'Prefix', string[]>;
    const isOpen = (asked: string): boolean =>
      paths.Exact.includes(asked) || paths.Prefix.some((path) => asked === path || asked.startsWith(`${path}/`));
    const loaded = new Set<string>();
    for (const page of ['/', '/docs', '/docs/templates']) {
      const response = await fetch(service.url + page, { headers: { accept: 'text/html' } });
      const addresses = (await response.text()).matchAll(/<(?:link|script|img)[^>]+(?:href|src)="(\/[^"?#]*)/g);
      for (const [, address = ''] of addresses) loaded.add(address);
    }
    expect(loaded).to.include('/docs.css');
    expect(
      [...loaded, '/docs-index.js', '/openapi.json', '/api/batches/x/events'].filter((path) => !isOpen(path)),
    ).to.deep.equal([]);
    expect(['/metrics', '/healthz', '/readyz', '/admin/accounts', '/ops', '/ops/login'].filter(isOpen)).to.deep.equal(
      [],
    );
  });
});
