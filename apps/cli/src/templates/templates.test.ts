import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pdfText, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { templateFolders } from '../testing/template-folders.js';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
describe('Templates on the command line', () => {
  let service: SharedService;
  let folder: string;
  const { folder: folderOf, toolpress, shown, fails, write, read } = templateFolders(() => service);
  before(async () => {
    service = await sharedService();
    folder = folderOf();
  });

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
    expect(await shown('rollback', 'invoice')).to.equal(
      'invoice: version 1 is published\nVersion 2 and the draft are kept; `publish invoice 2` undoes this.',
    );
    expect(await fails('rollback', 'invoice')).to.equal('invoice has no earlier version.');
    expect(await shown('publish', 'invoice', '2')).to.equal('invoice: version 2 is published');
  });

  it('keep parts of the saved template with --merge, and are warned of without it', async () => {
    const path = await write('merged', { ...INVOICE, 'template.json': '{"name": "merged"}' });
    await shown('push', path);
    const less = await write('less', { 'template.html': 'x', 'template.json': '{"name": "merged"}' });
    expect(await shown('push', less, '--merge')).to.equal('merged: version 2 is published');
    const { stdout } = await toolpress(['diff', path]);
    expect(stdout).to.include('template.html').and.not.include('style.css');
    const [first, warning = ''] = (await shown('push', less)).split('\n');
    expect(first).to.equal('merged: version 3 is published');
    expect(warning).to.match(
      /^warning: The saved text replaces version 2 of `merged`, and lacks parts of it: `css` \(19 bytes\)/,
    );
  });

  it('show the faults of their blocks when they are pushed and published', async () => {
    const path = await write('unclosed', {
      'template.html': '<p>\n[[#each items]]\n',
      'style.css': '[[#if a]]',
      'template.json': '{}',
    });
    const sheet = await write('sheet', { 'template.css': 'p { [[#if a]] }' });
    const warnings = (folder: string) => [
      `${folder}/template.html:2:1: warning: \`[[#each items]]\` is never closed: write \`[[/each]]\`.`,
      `${folder}/style.css:1:1: warning: \`[[#if a]]\` is never closed: write \`[[/if]]\`.`,
    ];
    expect((await shown('push', path, sheet)).split('\n')).to.deep.equal([
      ...['unclosed: version 1 is published', ...warnings(path)],
      ...['sheet: version 1 is published'],
      `${sheet}/template.css:1:5: warning: \`[[#if a]]\` is never closed: write \`[[/if]]\`.`,
    ]);
    await write('unclosed', { 'template.html': '<p>', 'style.css': '' });
    expect(await shown('push', path)).to.equal('unclosed: version 2 is published');
    const again = ['unclosed: version 1 is published', ...warnings('unclosed@1')];
    expect((await shown('publish', 'unclosed', '1')).split('\n')).to.deep.equal(again);
    const { stdout } = await toolpress(['publish', 'unclosed', '1', '--json']);
    expect(JSON.parse(stdout).warnings).to.have.lengthOf(2);
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
});
