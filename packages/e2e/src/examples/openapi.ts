import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { run } from '../clients/surroundings.js';
import { Application } from '../oauth/application.js';
import type { Reader } from './reader.js';

interface Operation {
  operationId: string;
  security: Record<string, []>[];
  parameters?: { name: string; in: string; schema: { examples?: unknown[] } }[];
  requestBody?: { content: Record<string, { example: object | string }> };
  responses: Record<string, { content: Record<string, unknown> }>;
}
interface Step extends Operation {
  method: string;
  path: string;
}

/** The order of operations: creations first, deletions last, accounts after their tokens. */
const ORDER = ['put', 'post', 'get', 'patch', 'delete'];
const inOrder = (one: Step, other: Step): number =>
  ORDER.indexOf(one.method) - ORDER.indexOf(other.method) ||
  (one.method === 'delete' ? other.path.localeCompare(one.path) : one.path.localeCompare(other.path));

const unescaped = (html: string): string =>
  html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => CHARACTERS[name] ?? '');
const CHARACTERS: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** The API token in the examples of bodies. */
const TOKEN = 'tp_3e7a…';
/** The grant in the examples of paths. */
const GRANT = 'gnt_0mfz5t3k14c2e9a7b6d5f8g3h';

/** Programs that run all calls of their folder. A process per call would take ten times as long. */
const ALL_MODULES = `import { readdirSync } from 'node:fs';
for (const file of readdirSync('.').filter((name) => name.startsWith('call-')).sort()) await import('./' + file);
`;
const ALL_SCRIPTS = `import glob, runpy
for file in sorted(glob.glob("call-*.py")): runpy.run_path(file)
`;

/**
 * Defines the tests.
 *
 * @param its returns the service and its reader, when the tests run
 * @param languages of the calls to try
 */
export function testOpenApiExamples(its: () => Reader, languages: readonly string[]): void {
  describe('The examples of the OpenAPI document', () => {
    let reader: Reader;
    let steps: Step[] = [];
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    before(async () => {
      reader = its();
      const document = (await (await fetch(`${reader.env.BASE_URL}/openapi.json`)).json()) as {
        paths: Record<string, Record<string, Operation>>;
      };
      ajv.addSchema(document, 'openapi');
      steps = Object.entries(document.paths)
        .flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => ({ ...one, method, path })))
        .sort(inOrder);
    });

    /** The ids that the service has returned, by the paths that take them. */
    const ids = new Map<string, string>();
    function keepIds(path: string, data: { id?: string; download_url?: string }): void {
      if (path === '/admin/accounts' && data.id) ids.set('/admin/accounts/{id}', data.id);
      if (path === '/api/jobs' && data.id) ids.set('/api/jobs/{id}', data.id);
      if (path === '/api/batches' && data.id)
        for (const place of ['', '/rows', '/events']) ids.set(`/api/batches/{id}${place}`, data.id);
      if (path === '/api/uploads' && data.id) ids.set('/api/uploads/{id}', data.id);
      if (path === '/admin/accounts/{id}/tokens' && data.id) ids.set('/admin/tokens/{id}', data.id);
      const [, file] = /\/([^/]+)\.pdf$/.exec(data.download_url ?? '') ?? [];
      if (file !== undefined) for (const place of ['/api/files/{id}', '/files/{id}']) ids.set(place, file);
    }

    /** Saves a draft of the template in the examples, whose next version is the first. */
    async function saveDraft(): Promise<void> {
      const { accountId, redis } = reader.service;
      await redis.command('DEL', `toolpress:account:${accountId}:variable-numbers`);
      const body = { kind: 'html', content: 'draft', draft: true };
      await reader.service.call('/api/variables/invoice-template', { method: 'PUT', body });
    }

    /** The id of a delivery to the webhook in the examples. */
    async function deliveryId(): Promise<string> {
      await reader.service.call('/api/webhooks/orders', { method: 'PUT', body: { url: 'https://shop.example/hooks' } });
      return (await reader.service.call('/api/webhooks/orders/test', { method: 'POST' })).body.data.id;
    }

    /** Returns the ids of new grants of the account: one for it to revoke, and one for the operator. */
    async function grantIds(): Promise<string[]> {
      const { API_TOKEN, BASE_URL } = reader.env;
      for (let count = 0; count < 2; count++) {
        const application = await Application.registered(BASE_URL);
        await application.signIn({ token: API_TOKEN });
      }
      const { items } = (await reader.service.call('/api/account/grants', { token: API_TOKEN })).body.data;
      return items.map(({ id }: { id: string }) => id);
    }
    let grants: string[] = [];

    /** Returns the request as in the document: with its examples of parameters and body, and with ids from the service. */
    async function send({ method, path, parameters = [], requestBody, security }: Step): Promise<Response> {
      const example = (place: string) =>
        parameters.flatMap(({ name, in: where, schema: { examples } }) =>
          where === place && examples !== undefined ? [[name, String(examples[0])] as const] : [],
        );
      const [open = ''] = path.match(/^.*\}/) ?? [];
      const named = example('path').reduce((text, [name, value]) => text.replace(`{${name}}`, value), path);
      const address = named.replace('{id}', ids.get(open) ?? '').replace(GRANT, () => grants.pop() ?? '');
      const [scheme] = Object.keys(security[0] ?? {});
      const { ADMIN_TOKEN, API_TOKEN, BASE_URL } = reader.env;
      const [[type, sent] = []] = Object.entries(requestBody?.content ?? {});
      return fetch(`${BASE_URL}${address}?${new URLSearchParams(Object.fromEntries(example('query')))}`, {
        method: method.toUpperCase(),
        headers: {
          ...(scheme !== undefined && { authorization: `Bearer ${scheme === 'adminToken' ? ADMIN_TOKEN : API_TOKEN}` }),
          ...(type !== undefined && { 'content-type': type }),
        },
        ...(sent && {
          body:
            typeof sent.example === 'string' ? sent.example : JSON.stringify(sent.example).replace(TOKEN, API_TOKEN),
        }),
      });
    }

    it('are answered with success by every operation, as its schema says', async () => {
      const connection = steps.find(({ operationId }) => operationId === 'putConnection');
      const example = connection?.requestBody?.content['application/json']?.example as { token: string } | undefined;
      reader.provider.tokens.add(example?.token ?? '');
      ids.set('/api/webhooks/{name}/deliveries/{id}', await deliveryId());
      grants = await grantIds();
      for (const place of ['webhooks/{name}', 'templates/{name}', 'grants', 'grants/{grant}'])
        ids.set(`/admin/accounts/{id}/${place}`, reader.service.accountId);
      await saveDraft();
      const job = { tool: 'html-to-pdf', input: { html: '<p>Hello' } };
      ids.set('/admin/jobs/{id}', (await reader.service.call('/api/jobs', { body: job })).body.data.id);
      const batch = { ...job, rows: [{}] };
      ids.set('/admin/batches/{id}', (await reader.service.call('/api/batches', { body: batch })).body.data.id);
      const faults: string[] = [];
      for (const step of steps) {
        const response = await send(step);
        const text = await response.text();
        const status = [200, 201, 202].find((one) => one in step.responses) ?? 0;
        if (response.status !== status) {
          faults.push(`${step.operationId}: ${response.status} ${text}`);
          continue;
        }
        const [type = ''] = response.headers.get('content-type')?.split(';') ?? [];
        expect(step.responses[status]?.content, step.operationId).to.have.property(type);
        if (type !== 'application/json') continue;
        const answer = JSON.parse(text) as { data: object };
        const place = ['paths', step.path, step.method, 'responses', String(status), 'content', type, 'schema'];
        const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
        if (!ajv.validate({ $ref: `openapi#/${pointer.join('/')}` }, answer))
          faults.push(`${step.operationId}: ${ajv.errorsText()}`);
        keepIds(step.path, answer.data);
      }
      expect(faults).to.deep.equal([]);
      expect(steps.length).to.be.above(30);
    });

    describe('as calls that /docs shows', () => {
      let page = '';
      before(async () => {
        const { BASE_URL } = reader.env;
        const index = await (await fetch(`${BASE_URL}/docs`)).text();
        const paths = new Set([...index.matchAll(/href="(\/docs\/api\/[\w-]+)"/g)].map(([, path]) => path));
        const pages = await Promise.all([...paths].map(async (path) => (await fetch(`${BASE_URL}${path}`)).text()));
        page = pages.join('');
      });

      /** Returns the calls of all operations in one language, in an order that works, with ids from the service. */
      async function callsIn(language: string): Promise<string[]> {
        const { id, tokenId } = await reader.service.createAccount(language);
        const request = { html: '<p>Hello', return: 'link' };
        const { data } = (await reader.service.call('/api/utilities/html-to-pdf', { body: request })).body;
        const [file = ''] = new URL(data.download_url).pathname.split('/').at(-1)?.split('.') ?? [];
        const job = { tool: 'html-to-pdf', input: { html: '<p>Hello' } };
        const jobId = (await reader.service.call('/api/jobs', { body: job })).body.data.id;
        await reader.service.call(`/api/jobs/${jobId}?wait=30`);
        const batch = { tool: 'html-to-pdf', input: { html: '<p>Hello' }, rows: [{}] };
        const batchId = (await reader.service.call('/api/batches', { body: batch })).body.data.id;
        const ownJobId = (await reader.service.call('/api/jobs', { body: job })).body.data.id;
        const ownBatchId = (await reader.service.call('/api/batches', { body: batch })).body.data.id;
        const lines = { method: 'PUT', headers: { authorization: `Bearer ${reader.env.API_TOKEN}` }, body: '{}' };
        const uploaded = await fetch(`${reader.env.BASE_URL}/api/uploads`, lines);
        const uploadId = ((await uploaded.json()) as { data: { id: string } }).data.id;
        const delivery = await deliveryId();
        await saveDraft();
        grants = await grantIds();
        return steps.map(({ operationId, path }) => {
          const [, section = ''] = page.split(`<section id="${operationId}"`);
          const [, code = ''] = new RegExp(`<pre class="${language}"[^>]*><code>(.*?)</code>`, 's').exec(section) ?? [];
          expect(code, `${operationId} in ${language}`).not.to.equal('');
          const places = [
            ['/admin/accounts/{id}/webhooks/{name}', reader.service.accountId],
            ['/admin/accounts/{id}/templates', reader.service.accountId],
            ['/admin/accounts/{id}/grants', reader.service.accountId],
            ['/admin/accounts', id],
            ['/admin/jobs', ownJobId],
            ['/admin/batches', ownBatchId],
            ['/admin/tokens', tokenId],
            ['/api/jobs', jobId],
            ['/api/batches', batchId],
            ['/api/uploads', uploadId],
            ['/api/webhooks', delivery],
            ['/', file],
          ] as const;
          const [, given] = places.find(([place]) => path.startsWith(place)) ?? [];
          return unescaped(code)
            .replace(/\bID\b/, given)
            .replace(GRANT, () => grants.pop() ?? '')
            .replace(TOKEN, reader.env.API_TOKEN);
        });
      }

      if (languages.includes('curl'))
        it('in curl they succeed', async () => {
          const calls = await callsIn('curl');
          await reader.paste(
            calls.map((text) => ({ text: `${text}\n`, prints: undefined })),
            reader.clone(),
          );
        });

      for (const { language, ending, command, all } of [
        { language: 'TypeScript', ending: 'mjs', command: process.execPath, all: ALL_MODULES },
        { language: 'Python', ending: 'py', command: 'python3', all: ALL_SCRIPTS },
      ].filter(({ language }) => languages.includes(language)))
        it(`in ${language} they succeed`, async () => {
          const folder = reader.newProject();
          for (const [index, code] of (await callsIn(language)).entries())
            writeFileSync(join(folder, `call-${100 + index}.${ending}`), `${code}\n`);
          writeFileSync(join(folder, `all.${ending}`), all);
          await run(command, [`all.${ending}`], { cwd: folder, env: reader.env });
        });
    });
  });
}
