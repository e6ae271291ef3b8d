import { EventEmitter, once } from 'node:events';
import { PROVIDER_TOKEN, type SharedService, sharedService, startHttpTarget } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type Agent, agentOf, callOf, REVISIONS } from './agents.js';

for (const revision of REVISIONS)
  describe(`The Model Context Protocol of ${revision}`, () => {
    let service: SharedService;
    let client: Agent;
    const agents: Agent[] = [];

    before(async () => {
      service = await sharedService();
      client = await connected();
    });
    after(() => Promise.all(agents.map((each) => each.close())));

    async function connected(token = service.token): Promise<Agent> {
      const one = await agentOf(revision, service.url, token);
      agents.push(one);
      return one;
    }
    const call = (name: string, args: object, { of = client, key = '' } = {}) => callOf(of, name, args, key);
    const used = async (): Promise<{ actions: number; requests: number }> =>
      (await service.call('/api/usage')).body.data as { actions: number; requests: number };

    it('lists the tools in at most 6,000 tokens, with descriptions of three lines', async () => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).to.have.members([
        ...['html_to_pdf', 'json_to_pdf', 'http_request', 'get_record', 'list_records', 'check_template'],
        ...['create_job', 'get_job', 'cancel_job', 'create_batch', 'get_batch', 'list_batch_rows', 'cancel_batch'],
        ...['list_templates', 'get_template', 'save_template', 'publish_template', 'describe_options'],
      ]);
      for (const { name, description } of tools) expect(description?.split('\n'), name).to.have.lengthOf(3);
      const schemaOf = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema;
      expect(schemaOf('get_record')?.required).to.include('_connections');
      expect(schemaOf('get_job')?.required).to.deep.equal(['id']);
      // A token has some four characters.
      expect(JSON.stringify({ tools })).to.have.lengthOf.below(4 * 6_000);
    });

    it('explains all options of a tool, as in the OpenAPI document', async () => {
      const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
        components: { schemas: Record<string, { properties: Record<string, object> }> };
      };
      const { properties = {} } = document.components.schemas['PdfRequest'] ?? {};
      const explain = (option?: string) => call('describe_options', { tool: 'html_to_pdf', ...(option && { option }) });
      const { options } = (await explain()).data;
      expect(options).to.have.all.keys(properties);
      expect((await explain('locale')).data['schema']).to.deep.equal(properties['locale']);
      expect((await explain('e_invoice.invoice.lines.quantity')).data).to.have.nested.property('schema.description');
      expect((await explain('margins')).text).to.match(/^invalid_parameter: `option` must name an option: html, /);
    });

    it('prints a PDF, with a link, the pages and the file itself, and charges it', async () => {
      const before = await used();
      const { data, content, meta, text } = await call('html_to_pdf', {
        html: '<h1>[[who]]</h1>',
        data: { who: 'World' },
        filename: 'hello.pdf',
      });
      expect(data, text).to.include({ page_count: 1 }).and.not.have.property('pdf_base64');
      const [, link, file] = content;
      expect(link).to.include({
        type: 'resource_link',
        uri: data['download_url'],
        name: 'hello.pdf',
        mimeType: 'application/pdf',
        size: data['size_bytes'],
      });
      const stored = Buffer.from(await (await fetch(String(data['download_url']))).arrayBuffer());
      expect(file?.resource?.blob).to.equal(stored.toString('base64'));
      expect(meta).to.include({ actions_consumed: 3 });
      expect((await used()).actions - before.actions).to.equal(3);
      const { content: linked } = await call('json_to_pdf', { html: '<p>x', return: 'link' });
      expect(linked.map(({ type }) => type)).to.deep.equal(['text', 'resource_link']);
    });

    it('takes arguments of many objects, and refuses those that are nested too deep', async () => {
      const lines = Array.from({ length: 600 }, () => ({}));
      const check = (data: object) =>
        client.callTool({ name: 'check_template', arguments: { html: '[[#each lines]]x[[/each]]', data } });
      expect((await check({ lines })).structuredContent).to.deep.include({ ok: true });
      let deep: object = {};
      for (let depth = 0; depth < 900; depth++) deep = [deep];
      for (const data of [{ deep, lines }, { deep }])
        expect(JSON.stringify(await check(data)).slice(0, 500)).to.match(/nested/);
    });

    it('embeds no large PDF', async () => {
      const noise = Array.from({ length: 400_000 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26)));
      const { data, content } = await call('html_to_pdf', {
        html: `<p style="word-break: break-all">${noise.join('').slice(0, 200_000)}`,
      });
      expect(data['size_bytes']).to.be.greaterThan(64 * 1024);
      expect(content.map(({ type }) => type)).to.deep.equal(['text', 'resource_link']);
    });

    it('makes an HTTP request and reads a record as the endpoints do', async () => {
      const target = await startHttpTarget((_, response) => {
        response.writeHead(201, { 'content-type': 'application/json' }).end('{"id": 7}');
      });
      const { data } = await call('http_request', { method: 'GET', url: target.url });
      await target.close();
      expect(data).to.deep.include({ status: 201, body: { id: 7 } });
      await service.call('/api/connections/main', {
        method: 'PUT',
        body: { provider: 'tablebase', token: PROVIDER_TOKEN },
      });
      const id = { base_id: 'appAgents', table_id: 'Orders', record_id: 'recSample' };
      const record = await call('get_record', { ...id, _connections: { tablebase: 'main' } });
      expect(record.data).to.include({ id: 'recSample' });
      expect(record.meta).to.include({ actions_consumed: 1 });
    });

    it('answers faults with their code and status from the table of errors, and charges nothing', async () => {
      const before = await used();
      const wrong = await call('html_to_pdf', { html: '<p>[[total | mony: "EUR"]]' });
      expect(wrong.isError).to.equal(true);
      expect(wrong.text).to.match(/^template_invalid: In `html`, .* at line 1, column 4 has an unknown filter/);
      expect(wrong.meta['error']).to.include({ code: 'template_invalid', status: 422 });
      const unknown = await call('html_to_pdf', { html: '<p>x', pagesize: 'A4' });
      expect(unknown.text).to.equal(
        'invalid_parameter: `pagesize` is not known; did you mean `page_size`? describe_options explains what the tool takes.',
      );
      const local = await call('http_request', { method: 'GET', url: 'http://127.0.0.1/' });
      expect(local.meta['error']).to.include({ code: 'address_forbidden', status: 403 });
      expect((await call('get_job', { id: 'job_0mws455o1b04142277aad597c' })).text).to.match(/^job_unknown: /);
      expect(await client.callTool({ name: 'print_money', arguments: {} }).catch(({ code }) => code)).to.equal(-32_602);
      expect(await used()).to.deep.include({ actions: before.actions, requests: before.requests });
    });

    it('ends a call that the agent cancels', async () => {
      const seen = new EventEmitter();
      const [begun, ended] = ['begun', 'ended'].map((event) => once(seen, event));
      const target = await startHttpTarget((_, response) => {
        response.once('close', () => seen.emit('ended'));
        seen.emit('begun');
      });
      const agent = await connected();
      const abort = new AbortController();
      const params = { name: 'http_request', arguments: { method: 'GET', url: target.url } };
      const isEarlier = revision === '2025-11-25';
      const called = agent.callTool(params, ...(isEarlier ? [] : [{ signal: abort.signal }])).catch((error) => error);
      await begun;
      // In the earlier revision the message that cancels another needs a session, so clients hang up.
      if (isEarlier) await agent.close();
      else abort.abort();
      await ended;
      expect(await called).to.be.instanceOf(Error);
      await target.close();
    });

    it('refuses a call beyond the quota', async () => {
      const { id, token } = await service.createAccount('poor');
      const asOperator = { token: service.adminToken, method: 'PATCH' };
      await service.call(`/admin/accounts/${id}`, { ...asOperator, body: { monthly_actions: 4 } });
      const poor = await connected(token);
      expect((await call('html_to_pdf', { html: '<p>1' }, { of: poor })).isError).to.equal(false);
      const { meta } = await call('html_to_pdf', { html: '<p>2' }, { of: poor });
      expect(meta['error']).to.include({ code: 'quota_exceeded', status: 402 });
      expect((await call('check_template', { html: '<p>2' }, { of: poor })).data).to.include({ ok: true });
    });

    it('runs and charges a call once under its key', async () => {
      const first = await call('html_to_pdf', { html: '<p>once' }, { key: 'agents-1' });
      const again = await call('html_to_pdf', { html: '<p>once' }, { key: 'agents-1' });
      expect(again.data['download_url']).to.equal(first.data['download_url']);
      expect([first.meta['actions_consumed'], again.meta['actions_consumed']]).to.deep.equal([3, 0]);
      const other = await call('html_to_pdf', { html: '<p>twice' }, { key: 'agents-1' });
      expect(other.text).to.match(/^idempotency_conflict: /);
    });

    it('creates, watches and cancels jobs', async () => {
      const created = await call('create_job', { tool: 'html-to-pdf', input: { html: '<p>[[n]]', data: { n: 1 } } });
      expect(created.data).to.include({ status: 'queued' });
      const done = await call('get_job', { id: created.data['id'], wait: 50 });
      expect(done.data).to.include({ status: 'done' });
      expect(done.content[1]).to.include({
        type: 'resource_link',
        uri: (done.data['result'] as { download_url: string }).download_url,
      });
      expect((await call('cancel_job', { id: created.data['id'] })).isError).to.equal(false);
      expect((await call('get_job', { id: created.data['id'] })).text).to.match(/^job_unknown: /);
    });

    it('prints batches', async () => {
      const input = { html: '<p>[[name]]' };
      const { data } = await call('create_batch', { tool: 'html-to-pdf', input, rows: [{ name: 'Ada' }, 7] });
      const id = data['id'];
      expect((await call('get_batch', { id, wait: 50 })).data).to.include({ status: 'done', done: 1, failed: 1 });
      const { items } = (await call('list_batch_rows', { id, status: 'failed' })).data as { items: { row: number }[] };
      expect(items.map(({ row }) => row)).to.deep.equal([2]);
      expect((await call('cancel_batch', { id })).isError).to.equal(false);
      expect((await call('get_batch', { id })).text).to.match(/^batch_unknown: /);
    });

    it('keeps no session: any gateway answers any message', async () => {
      const other = await service.otherGateway();
      let count = 0;
      const either = (input: string | URL | Request, init?: RequestInit) => {
        const url = String(input instanceof Request ? input.url : input);
        return fetch(count++ % 2 === 0 ? url : url.replace(service.url, other), init);
      };
      const roaming = await agentOf(revision, service.url, service.token, either);
      for (let round = 0; round < 3; round++) expect((await roaming.listTools()).tools).to.have.lengthOf.at.least(8);
      await roaming.close();
    });
  });
