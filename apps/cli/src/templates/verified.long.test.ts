import { TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { templateFolders } from '../testing/template-folders.js';

/** A line of text in a box in which it breaks before its last word, if the box is one millimetre narrower. */
const TEXT = 'The total is due within thirty days after the date of this invoice. ';

describe('Templates on the command line, before an update', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());

  const { toolpress, write } = templateFolders(() => service);

  it('are verified: a moved line break is found, an equal print is not named', async () => {
    const coming = await TestService.start();
    try {
      const { id, token } = await service.createAccount('verified');
      const env = { API_TOKEN: token };
      const save = async (name: string, width: string) => {
        const html = `<div style="width: ${width}">${TEXT.repeat(5)}[[who]]</div>`;
        const path = await write(name, {
          'template.html': html,
          'data/one.json': '{"who": "A"}',
          'data/two.json': '{"who": "B"}',
        });
        expect((await toolpress(['push', path], env)).stderr).to.equal('');
      };
      for (const name of ['equal', 'moved']) await save(name, '100mm');
      await toolpress(['push', await write('untested', { 'template.html': 'x' })], env);
      const before = (await service.call('/api/usage', { token })).body.data;
      const copied = (await service.redis.command('KEYS', `toolpress:account:${id}*`)) as string[];
      const [, port = ''] = /:(\d+)/.exec(coming.redis.url.replace('redis://', '')) ?? [];
      const copy = () =>
        service.redis.command('MIGRATE', '127.0.0.1', port, '', '0', '5000', 'COPY', 'REPLACE', 'KEYS', ...copied);
      await copy();
      const verify = (...more: string[]) =>
        toolpress(['verify-templates', '--coming', coming.url, '--account', id, ...more], {
          COMING_ADMIN_TOKEN: coming.adminToken,
        });
      const SAME =
        '4 prints compared, 0 differ; 4 pages, 0 differ\n1 templates have no sample data and were not printed\n';
      expect(await verify()).to.deep.equal({ code: 0, stdout: SAME, stderr: '' });
      // The coming release sets the text a little wider, so that words move to the next line.
      const key = `toolpress:account:${id}:variable:moved`;
      const html = String(await coming.redis.command('HGET', key, 'content'));
      await coming.redis.command('HSET', key, 'content', html.replace('100mm', '98mm'));
      const found = await verify('--json');
      expect(found.code).to.equal(1);
      const { comparisons } = JSON.parse(found.stdout);
      const differing = comparisons.filter(({ pages }: { pages: unknown[] }) => pages.length > 0);
      expect(differing.map(({ template, sample }: Record<string, string>) => `${template} ${sample}`)).to.deep.equal([
        ...['moved@1 one', 'moved@1 two'],
      ]);
      expect(differing[0].pages[0]).to.include({ page: 1, text: true });
      await coming.redis.command('DEL', key);
      const { stdout, code } = await verify();
      expect([code, stdout]).to.deep.include(1);
      expect(stdout).to.include('moved@1 one: Printing by the coming release failed').and.not.to.include('equal@1');
      expect((await service.call('/api/usage', { token })).body.data, 'nothing is charged').to.deep.equal(before);
    } finally {
      await coming.stop();
    }
  });
});
