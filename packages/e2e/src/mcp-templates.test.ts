import { type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type Agent, agentOf, callOf, REVISIONS } from './agents.js';

for (const revision of REVISIONS)
  describe(`Templates of agents of the revision ${revision}`, () => {
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
    const call = (name: string, args: object, { of }: { of: Agent }) => callOf(of, name, args);

    it('saves, publishes and prints templates, also long ones', async () => {
      const { token } = await service.createAccount('authors');
      const own = await connected(token);
      const content = `<h1>[[number]]</h1><!--${'x'.repeat(200_000)}-->`;
      const sample_data = { many: { lines: Array.from({ length: 6_000 }, () => 1) } };
      const saved = await call(
        'save_template',
        { name: 'bill', kind: 'html', content, sample_data, draft: true },
        { of: own },
      );
      expect(saved.data, saved.text)
        .to.include({ name: 'bill', version: 'draft' })
        .and.not.have.any.keys('content', 'sample_data');
      expect((await call('get_template', { name: 'bill' }, { of: own })).text).to.match(/^variable_not_found: /);
      expect((await call('publish_template', { name: 'bill', version: 'draft' }, { of: own })).data).to.include({
        version: 1,
      });
      const { data } = await call('get_template', { name: 'bill' }, { of: own });
      expect(data).to.deep.include({ content, sample_data });
      expect((await call('list_templates', { limit: 5 }, { of: own })).data['items']).to.have.lengthOf(1);
      const printed = await call('html_to_pdf', { template: 'bill', data: { number: 7 }, return: 'link' }, { of: own });
      expect(printed.data, printed.text).to.include({ page_count: 1 });
      expect((await call('save_template', { kind: 'html', content }, { of: own })).text).to.match(/`name` is required/);
    });

    it('offers saved templates as resources', async () => {
      const { token } = await service.createAccount('templates');
      for (const [name, kind, content] of [
        ['invoice', 'html', '<h1>[[number]]</h1>'],
        ['look', 'css', 'h1 { color: teal }'],
      ] as const)
        await service.call(`/api/variables/${name}`, { method: 'PUT', token, body: { kind, content } });
      const own = await connected(token);
      const { resources } = await own.listResources();
      expect(resources.map(({ uri, mimeType }) => `${uri} ${mimeType}`)).to.deep.equal([
        'toolpress://templates/invoice text/html',
        'toolpress://templates/look text/css',
      ]);
      const { contents } = await own.readResource({ uri: 'toolpress://templates/invoice' });
      expect(contents).to.deep.equal([
        { uri: 'toolpress://templates/invoice', mimeType: 'text/html', text: '<h1>[[number]]</h1>' },
      ]);
      expect((await own.listResourceTemplates()).resourceTemplates).to.have.lengthOf(2);
      const schemaOf = () => own.readResource({ uri: 'toolpress://templates/invoice/data-schema' });
      expect(await schemaOf().catch(({ message }) => message)).to.match(/has no `sample_data`: save it with some/);
      const sampled = { kind: 'html', content: '<h1>[[number]]</h1>', sample_data: { one: { number: 7 } } };
      await service.call('/api/variables/invoice', { method: 'PUT', token, body: sampled });
      const [schema] = (await schemaOf()).contents;
      expect(schema).to.include({ mimeType: 'application/schema+json' });
      const { properties } = JSON.parse(String((schema as { text: string }).text));
      expect(properties).to.deep.equal({ number: { type: 'number' } });
      const codeOf = (uri: string) => own.readResource({ uri }).catch(({ code }) => code);
      expect(await codeOf('toolpress://templates/none')).to.equal(-32_602);
      expect(await codeOf('file:///etc/passwd')).to.equal(-32_602);
      expect((await client.listResources()).resources).to.deep.equal([]);
    });

    it('has a prompt that makes a template', async () => {
      expect((await client.listPrompts()).prompts.map(({ name }) => name)).to.deep.equal(['make_template']);
      const get = (given: Record<string, string>) => client.getPrompt({ name: 'make_template', arguments: given });
      const { messages } = await get({ document: 'a receipt', data: '{"total": 3}' });
      expect(JSON.stringify(messages)).to.include('a receipt').and.include('check_template');
      expect(await get({}).catch(({ message }) => message)).to.match(/`document` is required/);
      expect(await get({ document: 'x'.repeat(4_001) }).catch(({ message }) => message)).to.match(/at most 4000/);
    });
  });
