import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import {
  PROVIDER_TOKEN,
  type ProviderDouble,
  pdfColours,
  pdfInfo,
  pdfText,
  startProcess,
  startProviderDouble,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, beforeEach, describe, it } from 'mocha';

const COMMAND = fileURLToPath(new URL('../../../apps/cli/dist/main.js', import.meta.url));
const SAMPLES = fileURLToPath(new URL('../../../samples/', import.meta.url));

describe('toolpress render', () => {
  let service: TestService;
  let provider: ProviderDouble;
  let root: string;
  let folder: string;
  before(async () => {
    provider = await startProviderDouble();
    service = await TestService.start({ env: { TABLEBASE_API_URL: provider.apiUrl } });
    root = await mkdtemp(join(tmpdir(), 'toolpress-render-'));
  });
  after(async () => {
    await service.stop();
    await provider.target.close();
    await rm(root, { recursive: true });
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(root, 'test-'));
  });

  const environment = () => ({ TOOLPRESS_URL: service.url, API_TOKEN: service.token, TOOLPRESS_DATA: folder });
  const write = (name: string, content: string | Buffer) => writeFile(join(folder, name), content);
  /** As many editors save. */
  const replace = async (name: string, content: string) => {
    await write(`${name}.new`, content);
    await rename(join(folder, `${name}.new`), join(folder, name));
  };
  const written = (name: string) => readFile(join(folder, name));

  /** Runs the command in the folder, as a person does who writes templates there. */
  async function render(args: readonly string[], { stdin = '', env = {} as Record<string, string> } = {}) {
    const { PATH = '', HOME = '', TOOLPRESS_TEST_RUN = '' } = process.env;
    const child = spawn(process.execPath, [COMMAND, 'render', ...args], {
      env: { PATH, HOME, TOOLPRESS_TEST_RUN, ...environment(), ...env },
      cwd: folder,
    });
    child.stdin.end(stdin);
    const ended = [buffer(child.stdout), text(child.stderr), once(child, 'close')] as const;
    const [stdout, stderr, [code]] = await Promise.all(ended);
    return { stdout, said: stdout.toString(), stderr, code };
  }

  /** What a print that has to fail says. */
  async function fault(...args: string[]): Promise<string> {
    const { stderr, code } = await render(args);
    expect(code, stderr).to.equal(1);
    return stderr.trim();
  }

  it('prints a sample with its data and translations, and says pages, size and time', async () => {
    await cp(join(SAMPLES, 'invoice'), folder, { recursive: true });
    const files = ['--css', 'invoice.css', '--data', 'invoice.json', '--translations', 'translations.json'];
    const { said, stderr, code } = await render(['invoice.html', ...files, '--locale', 'de', '--out', 'rechnung.pdf']);
    expect({ stderr, code }).to.deep.equal({ stderr: '', code: 0 });
    expect(said).to.match(/^rechnung\.pdf: 1 page, \d+ KiB, [\d,]+ ms\n$/);
    expect(pdfText(await written('rechnung.pdf')))
      .to.include('Rechnung an')
      .and.include('2026-0417');
  });

  it('prints a record, and reports a fault in its parameters by line', async () => {
    await service.call('/api/connections/sales', { method: 'PUT', body: { token: PROVIDER_TOKEN } });
    const from = {
      base_id: 'appData1',
      table_id: 'Orders',
      record_id: 'recSample',
      _connections: { tablebase: 'sales' },
    };
    await write('order.html', '<p>[[firm]]: [[Name]]');
    await write('data.json', '{"firm": "Example Ltd"}');
    await write('from.json', JSON.stringify(from, null, 2));
    const { stderr, code } = await render(['order.html', '--data', 'data.json', '--data-from', 'from.json']);
    expect({ stderr, code }).to.deep.equal({ stderr: '', code: 0 });
    expect(pdfText(await written('order.pdf'))).to.include('Example Ltd: Müller & Söhne');
    await write('from.json', '{\n"table_id": "Orders",\n}');
    expect(await fault('order.html', '--data-from', 'from.json')).to.match(/^from\.json:3/);
  });

  it('prints on the paper, in the language and with the header and footer that are named', async () => {
    await write('a.html', '<p>[[0.5 | money: "EUR"]]</p><p>[["2026-01-01T23:30:00Z" | date: "yyyy-MM-dd"]]</p>');
    await write('top.html', 'the top');
    await write('end.html', 'page [[page]] of [[pages]]');
    const page = ['--page-size', 'a6', '--orientation', 'landscape', '--margin', '20mm 10mm'];
    const language = ['--locale', 'de', '--time-zone', 'Europe/Vienna'];
    const { code } = await render(['a.html', ...page, ...language, '--header', 'top.html', '--footer', 'end.html']);
    expect(code).to.equal(0);
    const pdf = await written('a.pdf');
    expect(Math.round(pdfInfo(pdf).width)).to.equal(420);
    for (const word of ['the top', '0,50 €', '2026-01-02', 'page 1 of 1']) expect(pdfText(pdf)).to.include(word);
    expect((await render(['a.html', '--page-size', '80mm auto'])).code).to.equal(0);
    expect(pdfInfo(await written('a.pdf')).height).to.be.below(200);
  });

  it('sends the images and sheets of a folder, and nothing that is hidden or installed', async () => {
    await mkdir(join(folder, 'parts/images'), { recursive: true });
    for (const name of ['.git', 'node_modules']) await mkdir(join(folder, 'parts', name));
    for (const name of ['.git', 'node_modules']) await write(`parts/${name}/a.css`, 'p { color: blue }');
    await write('parts/site.css', 'p { color: #f00; font-size: 99pt }');
    await write(
      'parts/images/box.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#0f0"/></svg>',
    );
    await cp(join(SAMPLES, '../docs/images/sample-payslip.png'), join(folder, 'parts/images/dot.png'));
    const images = '<img src="images/box.svg" width="300" alt=""><img src="./images/dot.png" width="90" alt="">';
    await write('a.html', `<link rel="stylesheet" href="site.css"><p>■■</p>${images}`);
    const { stderr, code } = await render(['a.html', '--files', 'parts']);
    expect({ stderr, code }).to.deep.equal({ stderr: '', code: 0 });
    expect([...pdfColours(await written('a.pdf'))]).to.include.members(['255,0,0', '0,255,0']);
    const hidden = '<link rel="stylesheet" href="node_modules/a.css"><img src=".git/a.css" alt="">';
    await write('a.html', hidden);
    expect(await fault('a.html', '--files', 'parts')).to.include('.git/a.css');
  });

  it('prints the examples of its help', async () => {
    for (const sample of ['invoice', 'report']) await cp(join(SAMPLES, sample), folder, { recursive: true });
    await mkdir(join(folder, 'templates/invoice/data'), { recursive: true });
    await write('templates/invoice/template.html', '<h1>Hello [[who]]</h1>');
    await write('templates/invoice/data/short.json', '{"who": "World"}');
    const { said } = await render(['--help']);
    const examples = [...said.matchAll(/^ {2}toolpress render (.*)$/gm)].map(([, example = '']) => example);
    expect(examples.length).to.be.above(1);
    for (const example of examples) {
      const words = example.replace(' --watch', '').match(/"[^"]*"|\S+/g) ?? [];
      const { stderr, code } = await render(words.map((word) => word.replaceAll('"', '')));
      expect(code, `${example}: ${stderr}`).to.equal(0);
    }
  });

  it('takes the template from stdin and gives the PDF to stdout, and words to stderr', async () => {
    await write('a.json', '{"who": "World"}');
    const { stdout, stderr, code } = await render(['-', '--data', 'a.json'], { stdin: '<h1>Hello [[who]]</h1>' });
    expect(code).to.equal(0);
    expect(pdfText(stdout)).to.include('Hello World');
    expect(stderr).to.match(/^-: 1 page, /);
    expect(await readdir(folder)).to.deep.equal(['a.json']);
  });

  it('says what is wrong by file, line and column', async () => {
    await write('a.html', '<p>\n  [[#items]]');
    expect(await fault('a.html')).to.match(/^a\.html:2:3: `\[\[#items\]\]` is never closed: write `\[\[\/items\]\]`/);
    await write('a.html', '<p>\n<img src="no.png" alt="">');
    expect(await fault('a.html')).to.include('`img` `src` at a.html:2:6');
    await write('a.html', '<p>[[name]]');
    await write('a.json', '{}');
    const strict = await fault('a.html', '--data', 'a.json', '--strict');
    expect(strict).to.match(/^a\.json has no value for `\[\[name\]\]` at a\.html:1:4/);
    await write('a.css', 'p {}\n\n[[#b]]');
    expect(await fault('a.html', '--css', 'a.css')).to.match(/^a\.css:3:1: `\[\[#b\]\]` is never closed/);
  });

  it('names the line and file of invalid JSON, and prints numbers to their last digit or not at all', async () => {
    await write('a.html', '<p>[[a]]');
    await write('good.json', '{"de":\r\n {"a": "b"}}\n');
    const wrong = {
      '\ufeff{\n  "a": 1,\n  "a": 2}': '3:3: has the name `a` twice',
      '{"a":\n1': '2: is not valid JSON',
    };
    const more = { '{\r\n"a": 12345678901234567890}': '2:6: has a number that would lose digits', '': '1: is not' };
    for (const [json, said] of Object.entries({ ...wrong, ...more })) {
      await write('bad.json', json);
      const both = ['--translations', 'good.json', '--data', 'bad.json'];
      expect(await fault('a.html', ...both), json).to.include(`bad.json:${said}`);
      const other = ['--data', 'good.json', '--translations', 'bad.json'];
      expect(await fault('a.html', ...other), json).to.include(`bad.json:${said}`);
    }
  });

  it('shows warnings with their place, and prints all the same', async () => {
    await write('a.html', '<p>x\n<p>[[nothing]]');
    const { said, code } = await render(['a.html']);
    expect(code).to.equal(0);
    const [first, ...warnings] = said.trim().split('\n');
    expect(first).to.match(/^a\.pdf: 1 page/);
    expect(warnings.join('\n')).to.match(
      /^a\.html:2:4: warning: `\[\[nothing\]\]` prints nothing, because the request has no `data`: /,
    );
  });

  it('gives programs the answer as JSON, without the PDF in it', async () => {
    await write('a.html', '<p>x');
    const answer = JSON.parse((await render(['a.html', '--json'])).said);
    expect(answer).to.include.keys('download_url', 'page_count', 'size_bytes', 'ms').and.not.to.have.key('pdf_base64');
  });

  it('leaves the old PDF as it is when it can’t print, and says what to do', async () => {
    await write('a.html', '<p>x');
    await write('a.pdf', 'old');
    expect(await fault('a.html', '--data', 'none.json')).to.match(/^none\.json can't be read: ENOENT/);
    await write('latin.css', Buffer.from([0xe4]));
    expect(await fault('a.html', '--css', 'latin.css')).to.equal('latin.css is not UTF-8: save it as UTF-8.');
    expect(await fault('a.html', '--page-size', 'B5'))
      .to.include('page_size')
      .and.include('A4');
    const tokenless = await render(['a.html'], { env: { API_TOKEN: '' } });
    expect(tokenless.stderr).to.include('No API token').and.include('--token-file');
    const refused = await render(['a.html'], { env: { API_TOKEN: 'wrong' } });
    expect(refused.stderr).to.include('rejects the API token from API_TOKEN of the environment');
    expect([tokenless.code, refused.code]).to.deep.equal([1, 1]);
    expect(`${await written('a.pdf')}`).to.equal('old');
    await write('token', `${service.token}\n`);
    expect(await render(['a.html', '--token-file', 'token'], { env: { API_TOKEN: 'wrong' } })).to.include({ code: 0 });
  });

  it('refuses folders with more files than a request may have', async () => {
    await write('a.html', '<p>x');
    await mkdir(join(folder, 'many'));
    for (let index = 0; index <= 200; index++) await write(`many/${index}.css`, '');
    expect(await fault('a.html', '--files', 'many')).to.include(
      'many has more than 200 files of images and style sheets',
    );
    await mkdir(join(folder, 'large'));
    await write('large/a.png', Buffer.alloc(10 * 1024 * 1024 + 1));
    expect(await fault('a.html', '--files', 'large')).to.include(
      'large has more than 10 MiB of images and style sheets',
    );
  });

  it('prints again when a file changes, however it is saved, keeps the PDF of before when that fails, and ends on Ctrl-C', async () => {
    await mkdir(join(folder, 'parts'));
    await write('a.html', '<link rel="stylesheet" href="b.css"><p>[[who]]');
    await write('a.json', '{"who": "first"}');
    await write('parts/b.css', 'p { color: red }');
    const args = ['render', 'a.html', '--data', 'a.json', '--files', 'parts', '--watch'];
    const watching = startProcess(process.execPath, [COMMAND, ...args], { env: environment(), cwd: folder });
    const prints = (times: number) => watching.waitFor(new RegExp(`(a\\.pdf: 1 page[^]*){${times}}`));
    try {
      await prints(1);
      expect(pdfText(await written('a.pdf'))).to.include('first');
      await replace('a.json', '{"who": "second"}');
      await prints(2);
      expect(pdfText(await written('a.pdf'))).to.include('second');
      await write('a.html', '<p>[[#who]]');
      await watching.waitFor(/a\.html:1:4: .* is never closed/);
      expect(pdfText(await written('a.pdf'))).to.include('second');
      await write('a.html', '<link rel="stylesheet" href="b.css"><p>third [[who]]');
      await prints(3);
      await replace('parts/b.css', 'p::after { content: "from the sheet" }');
      await prints(4);
      expect(pdfText(await written('a.pdf')))
        .to.include('third second')
        .and.include('from the sheet');
    } finally {
      expect(await watching.end('SIGINT')).to.equal(0);
    }
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).to.deep.equal([]);
  });
});
