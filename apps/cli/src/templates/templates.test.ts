import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pdfText, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { run } from '../program.js';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
/** A line of text in a box in which it breaks before its last word, if the box is one millimetre narrower. */
const TEXT = 'The total is due within thirty days after the date of this invoice. ';

describe('Templates on the command line', () => {
  let service: TestService;
  let folder: string;
  before(async () => {
    service = await TestService.start();
    folder = await mkdtemp(join(tmpdir(), 'toolpress-templates-'));
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  /** Runs a command in this process. */
  async function toolpress(args: readonly string[], env: Record<string, string> = {}) {
    const written = { stdout: '', stderr: '' };
    const streams = [
      ['stdout', process.stdout.write],
      ['stderr', process.stderr.write],
    ] as const;
    for (const [name] of streams)
      process[name].write = (chunk: string | Uint8Array, done?: unknown) => {
        written[name] += chunk;
        if (typeof done === 'function') done();
        return true;
      };
    const own = process.env;
    process.env = { TOOLPRESS_URL: service.url, API_TOKEN: service.token, ADMIN_TOKEN: service.adminToken, ...env };
    try {
      return { code: await run('toolpress', args), ...written };
    } finally {
      process.env = own;
      for (const [name, write] of streams) process[name].write = write;
      process.stdout.removeAllListeners('error'); // run() listens to those of this process
    }
  }
  const shown = async (...args: string[]) => {
    const { stdout, stderr, code } = await toolpress(args);
    expect([stderr, code], args.join(' ')).to.deep.equal(['', 0]);
    return stdout.trimEnd();
  };
  const fails = async (...args: string[]) => {
    const { stderr, code } = await toolpress(args);
    expect(code, args.join(' ')).to.equal(1);
    return stderr.trim();
  };
  async function write(name: string, files: Record<string, string>): Promise<string> {
    for (const [path, text] of Object.entries(files)) {
      const target = join(folder, name, path);
      await mkdir(join(target, '..'), { recursive: true });
      await writeFile(target, text);
    }
    return join(folder, name);
  }
  async function read(path: string): Promise<Record<string, string>> {
    const names = await readdir(path, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const texts = await Promise.all(
      files.sort().map(async (file) => [relative(path, file), await readFile(file, 'utf8')]),
    );
    return Object.fromEntries(texts);
  }
  const INVOICE = {
    'template.html': '<h1>Invoice [[number]]</h1><img src="images/logo.svg">\n',
    'style.css': 'h1 { color: teal }\n',
    'footer.html': '<p>[[page]]</p>\n',
    'template.json': '{\n  "name": "invoice",\n  "options": {\n    "page_size": "A5"\n  }\n}\n',
    'data/long.json': '{\n  "number": "2026-0417"\n}\n',
    'data/short.json': '{\n  "number": 1\n}\n',
    'files/images/logo.svg': SVG,
  };

  it('are pushed from folders and pulled into folders with the same files', async () => {
    const path = await write('invoice', INVOICE);
    expect(await shown('push', path, '--note', 'First')).to.equal('invoice: version 1 is published');
    expect(await shown('push', path)).to.equal('invoice: unchanged, version 1');
    const copy = join(folder, 'copy');
    expect(await shown('pull', 'invoice', '--out', copy)).to.equal(`${copy}: invoice@1`);
    expect(await read(copy)).to.deep.equal(INVOICE);
    expect(await shown('diff', copy)).to.equal('');
    await write('copy', { 'style.css': 'h1 { color: red }\n', 'data/extra.json': '{}' });
    expect(await toolpress(['diff', copy])).to.deep.include({
      code: 1,
      stdout: [
        ...['--- /dev/null', `+++ ${copy}/data/extra.json`, '@@ -0,0 +1,1 @@', '+{}'],
        ...[
          '--- invoice@1/style.css',
          `+++ ${copy}/style.css`,
          '@@ -1,1 +1,1 @@',
          '-h1 { color: teal }',
          '+h1 { color: red }',
          '',
        ],
      ].join('\n'),
    });
    expect(await shown('push', path, copy, '--draft')).to.equal(
      'invoice: the draft is saved\ninvoice: the draft is saved',
    );
    expect(await shown('publish', 'invoice', '--note', 'Red')).to.equal('invoice: version 2 is published');
    expect(await fails('publish', 'invoice')).to.include('has no draft');
    expect(await shown('pull', 'invoice', '--at', '1', '--out', copy)).to.equal(`${copy}: invoice@1`);
    expect(await read(copy), 'without files that the version does not have').to.deep.equal(INVOICE);
    expect(await shown('rollback', 'invoice')).to.equal('invoice: version 1 is published');
    expect(await fails('rollback', 'invoice')).to.equal('invoice has no earlier version.');
    expect(await shown('publish', 'invoice', '2')).to.equal('invoice: version 2 is published');
  });

  it('are printed from their folder', async () => {
    const path = await write('printed', INVOICE);
    const out = join(folder, 'printed.pdf');
    expect(await shown('render', `${path}/`)).to.match(/printed\.pdf: 1 page/);
    expect(
      pdfText(await readFile(out))
        .trim()
        .split(/\s+/),
    ).to.deep.equal(['Invoice', '2026-0417', '1']);
    await shown('render', path, '--data', 'short', '--page-size', 'A4');
    expect(
      pdfText(await readFile(out))
        .trim()
        .split(/\s+/),
    ).to.deep.equal(['Invoice', '1', '1']);
    await write('printed', { 'footer.html': '\n[[#if x]]' });
    expect(await fails('render', path)).to.include(`${join(path, 'footer.html')}:`);
  });

  it('are refused when their folder is wrong', async () => {
    const refused = async (name: string, files: Record<string, string>) => fails('push', await write(name, files));
    const html = { 'template.html': 'x' };
    expect(await fails('push', join(folder, 'nowhere'))).to.include("nowhere can't be read");
    expect(await refused('empty', { 'a.txt': '' })).to.include('it has no template.html');
    expect(await refused('both', { ...html, 'template.css': 'x' })).to.include('keep one of them');
    expect(await refused('a name', html)).to.include('set `name` in template.json');
    expect(await refused('unknown', { ...html, 'template.json': '{"option": {}}' })).to.include(
      'unknown field `option`',
    );
    expect(await refused('broken', { ...html, 'data/a.json': '{' })).to.match(/broken\/data\/a\.json is not JSON/);
    expect(await refused('listed', { ...html, 'data/a.json': '[]' })).to.include('must be an object');
    const twice = { 'header.html': 'x', 'template.json': '{"options": {"header_html": "y"}}' };
    expect(await refused('twice', { ...html, ...twice })).to.include('are the same part');
    expect(await refused('wrong', { ...html, 'template.json': '{"options": {"page_size": "A99"}}' })).to.include('400');
  });

  it('are never written outside of their folder, nor into that of something else', async () => {
    const save = (name: string, files: object) =>
      service.call(`/api/variables/${name}`, { method: 'PUT', body: { kind: 'html', content: 'x', files } });
    for (const [index, path] of [
      '../../evil.svg',
      '/evil.svg',
      'a/../../evil.svg',
      '.git/config',
      'a\\b.svg',
      'a//b.svg',
    ].entries()) {
      expect((await save(`evil${index}`, { [path]: 'x' })).status, path).to.equal(200);
      const out = join(folder, `evil${index}`);
      expect(await fails('pull', `evil${index}`, '--out', out)).to.include("which can't be in a folder");
      expect(await readdir(folder)).not.to.include(`evil${index}`);
    }
    const other = await write('other', { 'data/kept.json': '{}' });
    expect(await fails('pull', 'invoice', '--out', other)).to.include('has other files');
    expect(await read(other)).to.deep.equal({ 'data/kept.json': '{}' });
  });

  it('are compared by the text and the pictures of their pages', async () => {
    const html = '<p>first</p><p style="break-before: page">[[word]]</p><p style="break-before: page">last</p>';
    const path = await write('compared', {
      'template.html': html,
      'data/a.json': '{"word": "A"}',
      'data/b.json': '{"word": "B"}',
    });
    await shown('push', path);
    const out = join(folder, 'differences');
    expect(await shown('compare', path, '--out', out)).to.equal('2 prints compared, 0 differ; 6 pages, 0 differ');
    await write('compared', { 'template.html': html.replace('[[word]]', '[[word]] [[#if word == "B"]]x[[/if]]') });
    const { stdout, code } = await toolpress(['compare', path, '--out', out]);
    expect(code).to.equal(1);
    expect(stdout).to.match(
      /^compared@1 compared b: page 2 differs in its text and \d+ pixels\n2 prints compared, 1 differ; 6 pages, 1 differ\n$/,
    );
    const [picture = ''] = await readdir(out);
    expect(picture).to.equal('compared@1 compared.b.page-2.png');
    expect((await readFile(join(out, picture))).subarray(1, 4).toString()).to.equal('PNG');
    await write('compared', { 'template.html': html.replace('<p>first</p>', '<p style="color: #c00">first</p>') });
    await shown('push', path, '--draft');
    const { stdout: colored } = await toolpress(['compare', 'compared', '--json']);
    const [first] = JSON.parse(colored);
    expect(first.pages.map(({ page, text, is_in }: Record<string, unknown>) => ({ page, text, is_in }))).to.deep.equal([
      { page: 1, text: false, is_in: 'both' },
    ]);
    await write('compared', { 'template.html': `${html}<p style="break-before: page">more</p>` });
    expect((await toolpress(['compare', path])).stdout)
      .to.include('3 and 4 pages\n')
      .and.to.include('page 4 is only in the second');
  });

  it('are verified before an update: a moved line break is found, an equal print is not named', async () => {
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
