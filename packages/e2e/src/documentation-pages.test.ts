import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERRORS, TOOLS, WARNINGS } from '@toolpress/contract';
import { type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { run } from './clients/surroundings.js';
import { ROOT } from './examples/blocks.js';

const PAGE = 'text/html; charset=utf-8';
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The pages for developers of the service, and those that `/docs` has: the quick start and the reference. */
const NO_GUIDES = ['api', 'architecture', 'benchmarks', 'performance', 'quick-start', 'style'];
const namesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder)).flatMap((name) => (name.endsWith('.md') ? name.slice(0, -'.md'.length) : []));
const GUIDES = [...namesIn('docs'), ...namesIn('docs/tools')].filter((name) => !NO_GUIDES.includes(name));

const SECTIONS = [...Object.keys(TOOLS), 'jobs', 'account', 'operator', 'operations'];
const REFERENCE = SECTIONS.map((name) => `/docs/api/${name}`);

describe('The pages for people', () => {
  let service: SharedService;
  /** What every page and what it loads answered, by path. */
  const found = new Map<string, { response: Response; text: string }>();

  const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }): Promise<Response> =>
    fetch(service.url + path, { headers });

  before(async () => {
    service = await sharedService();
    const waiting = ['/'];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (found.has(path)) continue;
      const response = await get(path);
      const text = await response.text();
      found.set(path, { response, text });
      if (isPage(path)) waiting.push(...linksOf(text, path).map(({ pathname }) => pathname));
    }
  });

  /** The studio and the operator's console have their own tests. */
  const isPage = (path: string): boolean =>
    found.get(path)?.response.headers.get('content-type') === PAGE && !/^\/(?:ops|studio)/.test(path);
  const pages = (): [path: string, text: string][] =>
    [...found].filter(([path]) => isPage(path)).map(([path, { text }]) => [path, text]);
  const textOf = (path: string): string => found.get(path)?.text ?? '';
  /** The links within the service, of texts and of what pages load. */
  const linksOf = (html: string, path: string): URL[] =>
    ['href', 'src']
      .flatMap((name) => attributesOf(html, name))
      .map((link) => new URL(link, service.url + path))
      .filter(({ origin }) => origin === service.url);

  it('are reached from / by links: the API, and every guide', () => {
    const paths = pages().map(([path]) => path);
    expect(paths).to.have.members(['/', '/docs', ...REFERENCE, ...GUIDES.map((name) => `/docs/${name}`)]);
  });

  it('have no link that leads nowhere', () => {
    for (const [path, { response }] of found) expect(response.status, path).to.equal(path === '/ops' ? 401 : 200);
    for (const [path, html] of pages()) {
      for (const { pathname, hash } of linksOf(html, path)) {
        if (hash === '') continue;
        const anchors = attributesOf(textOf(pathname), 'id');
        expect(anchors, `${path} links to ${pathname}${hash}`).to.include(decodeURIComponent(hash.slice(1)));
      }
    }
  });

  it('have each anchor once', () => {
    for (const [path, html] of pages()) {
      const anchors = attributesOf(html, 'id');
      expect(anchors.length, path).to.equal(new Set(anchors).size);
    }
  });

  it('load nothing from elsewhere, and run no inline code', () => {
    for (const [path, html] of pages()) {
      expect(found.get(path)?.response.headers.get('content-security-policy'), path).to.equal(POLICY);
      expect(html, path).not.to.match(/<style|<[a-z][^>]*\s(?:style|on[a-z]+)=/);
      for (const [script] of html.matchAll(/<script[^>]*>[^<]/g)) expect(script, path).to.match(/src="\/[a-z.]+"/);
      const loaded = [...html.matchAll(/<(?:link|script|img)\s[^>]*(?:href|src)="([^"]*)"/g)].map(([, file]) => file);
      for (const file of loaded)
        expect(file, path).to.match(/^\/(?:[a-z]+\.(?:css|js|svg)|pictures\/[a-z-]+-[0-9a-f]{12}\.webp)$/);
    }
    for (const sheet of ['/pages.css', '/docs.css', '/home.css']) expect(textOf(sheet)).not.to.match(/@import|url\(/);
  });

  it('are small, and sent once: compressed, with a tag that makes the next answer empty', async () => {
    for (const [path, { response, text }] of found) {
      if (path === '/ops' || path === '/readyz') continue;
      expect(Buffer.byteLength(text), path).to.be.below(500_000);
      const { headers } = response;
      expect(headers.get('x-content-type-options'), path).to.equal('nosniff');
      // fetch() would forbid a cached answer by default.
      const condition = { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
      const again = await get(path, { accept: 'text/html', ...condition });
      expect([again.status, await again.text()], path).to.deep.equal([304, '']);
    }
    expect(found.get('/docs')?.response.headers.get('content-encoding')).to.equal('gzip');
    expect(found.get('/pages.css')?.response.headers.get('content-type')).to.equal('text/css; charset=utf-8');
    const icon = await get('/favicon.ico');
    expect(icon.headers.get('content-type')).to.equal('image/x-icon');
    expect(Buffer.from(await icon.arrayBuffer()).subarray(0, 4)).to.deep.equal(Buffer.from([0, 0, 1, 0]));
  });

  it('name every operation, with its fields, errors and examples', async () => {
    const document = (await (await get('/openapi.json')).json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const html = REFERENCE.map(textOf).join('');
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const { operationId } of Object.values(operations)) {
        const section = html.split(`<section id="${operationId}"`)[1]?.split('</section>')[0] ?? '';
        expect(section, operationId).to.include(`<code>${path}</code>`).and.include('href="/docs#error-');
        expect(textOf('/docs'), operationId).to.include(`<li id="${operationId}">`);
        expect(examplesIn(section, 'curl'), operationId).to.have.lengthOf(1);
      }
    }
    const [, htmlToPdf = ''] = html.split('<section id="htmlToPdf"');
    for (const field of ['html', 'width', 'top', 'base64']) expect(htmlToPdf).to.include(`</span>${field}</code>`);
    for (const code of Object.keys(ERRORS)) expect(textOf('/docs')).to.include(`<tr id="error-${code}">`);
    for (const code of Object.keys(WARNINGS)) expect(textOf('/docs')).to.include(`<tr id="warning-${code}">`);
    expect(html + textOf('/docs')).not.to.include('undefined');
  });

  it('show the guides whole: no Markdown is left, and what is wide can be scrolled', () => {
    for (const name of GUIDES) {
      const html = textOf(`/docs/${name}`);
      const text = html.replace(/<pre.*?<\/pre>|<code.*?<\/code>/gs, '').replace(/<[^>]*>/g, '');
      expect(text, name).not.to.match(/`|^#{1,6} |^\|/m);
      expect(html.match(/<table>/g)?.length ?? 0, name).to.equal(
        html.match(/aria-label="Table"><table>/g)?.length ?? 0,
      );
      expect(html.match(/<h1/g), name).to.have.lengthOf(1);
    }
    expect(textOf('/docs/templates')).to.include('href="/docs/pdf#warnings"');
  });

  it('can be searched: every guide, operation, error and warning is found, and its link leads to it', async () => {
    const script = await (await get('/docs-index.js')).text();
    const [, json = ''] = /^globalThis\.toolpressIndex = (.*);\n$/s.exec(script) ?? [];
    const index = JSON.parse(json) as { href: string; title: string; text: string }[];
    for (const { href, title } of index) {
      const { pathname, hash } = new URL(href, service.url);
      expect(isPage(pathname), href).to.equal(true);
      if (hash) expect(attributesOf(textOf(pathname), 'id'), title).to.include(decodeURIComponent(hash.slice(1)));
    }
    // Code of examples may have such marks, too.
    const markdown = /\]\((?:[\w/.-]+\.md|#)|\|\s*-{3}|^- \*\*|```/;
    for (const { text, href } of index) expect(text, href).not.to.match(markdown);
    const start = index.find(({ href }) => href.startsWith('/docs#2'));
    expect(start?.text).to.match(/^Open the link\. .*sign in at \/studio with an API token\.$/);
    const titles = index.map(({ title }) => title);
    expect(titles).to.include.members(['HTML to PDF', 'Footnotes', 'Quick start']);
    expect(titles).to.include.members([...Object.keys(ERRORS), ...Object.keys(WARNINGS)]);
    for (const path of GUIDES)
      expect(
        index.some(({ href }) => href.startsWith(`/docs/${path}`)),
        path,
      ).to.equal(true);
  });

  it('open the documentation on five steps, three with pictures, above the reference', () => {
    const [, quick = '', reference = ''] = textOf('/docs').split(/<main |<h2 id="reference">/);
    expect([...quick.matchAll(/<h2 id="\d-[^"]*">(.)/g)].map(([, number]) => number)).to.deep.equal([...'12345']);
    expect(quick.match(/<img /g)).to.have.lengthOf(3);
    for (const attribute of ['alt', 'width', 'height']) {
      const values = [...quick.matchAll(/<img [^>]*>/g)].flatMap(([tag]) => attributesOf(tag, attribute));
      expect(values.filter(Boolean), attribute).to.have.lengthOf(3);
    }
    expect(reference).to.include('id="errors"');
  });

  it('have a page for unknown paths, with links to the known ones', async () => {
    const response = await get('/docs/no-such-guide');
    const html = await response.text();
    expect([response.status, response.headers.get('content-type')]).to.deep.equal([404, PAGE]);
    expect(html).to.include('href="/docs"').and.include('href="/docs/errors"').and.include('href="/"');
  });

  it('are JSON for programs, at /', async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5']) {
      const response = await get('/', { accept });
      expect(response.headers.get('vary'), accept).to.include('Accept');
      const { success, data } = (await response.json()) as {
        success: boolean;
        data: { links: Record<string, string> };
      };
      expect(success).to.equal(true);
      expect(data).to.deep.include({ name: 'Toolpress', api_version: '1' });
      expect(Object.keys(data.links)).to.deep.equal(['documentation', 'openapi', 'health', 'operations']);
      for (const link of Object.values(data.links)) expect((await fetch(link)).status, link).to.be.oneOf([200, 401]);
    }
    const { response } = found.get('/') ?? {};
    expect(response?.headers.get('vary')).to.equal('Accept, Accept-Encoding');
  });

  describe('have examples', () => {
    let folder = '';
    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'toolpress-pages-'));
      mkdirSync(join(folder, 'node_modules/@toolpress'), { recursive: true });
      symlinkSync(join(ROOT, 'packages/client'), join(folder, 'node_modules/@toolpress/client'));
      symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
      writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    });
    after(() => rmSync(folder, { recursive: true }));

    it('that give a PDF as they are pasted from /, in each language', async () => {
      const env = { API_TOKEN: service.token };
      const [curl = ''] = examplesIn(textOf('/'), 'curl');
      await run('bash', ['-c', curl], { cwd: folder, env });
      expect(readFileSync(join(folder, 'document.pdf'), 'latin1')).to.match(/^%PDF-.*%%EOF\s*$/s);
      const [typescript = ''] = examplesIn(textOf('/'), 'TypeScript');
      writeFileSync(join(folder, 'first.js'), `${typescript}\nconsole.log(result.page_count)`);
      expect(await run(process.execPath, ['first.js'], { cwd: folder, env })).to.equal('1\n');
      const [python = ''] = examplesIn(textOf('/'), 'Python');
      expect(await run('python3', ['-c', python], { cwd: folder, env })).to.include("'page_count': 1");
    });

    it('of every operation that the shell, the compiler and Python take', async () => {
      const html = REFERENCE.map(textOf).join('');
      await run('bash', ['-n', '-c', examplesIn(html, 'curl').join('\n')]);
      for (const [index, text] of examplesIn(html, 'TypeScript').entries())
        writeFileSync(join(folder, `example-${index}.ts`), text);
      const options = ['--strict', '--noEmit', '--module', 'NodeNext', '--target', 'ES2022', '--types', 'node'];
      const files = examplesIn(html, 'TypeScript').map((_, index) => `example-${index}.ts`);
      await run(join(ROOT, 'node_modules/.bin/tsc'), [...options, '--skipLibCheck', ...files], { cwd: folder });
      const parse = 'import ast, json, sys\nfor text in json.loads(sys.argv[1]): ast.parse(text)';
      await run('python3', ['-c', parse, JSON.stringify(examplesIn(html, 'Python'))]);
    });
  });
});

/** What the tags of a page have for an attribute. */
const attributesOf = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<[a-z][^>]*?\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    withoutEntities(value),
  );

const examplesIn = (html: string, language: string): string[] =>
  [...html.matchAll(new RegExp(`<pre class="${language}"[^>]*><code>(.*?)</code>`, 'gs'))].map(([, code = '']) =>
    withoutEntities(code),
  );

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };

const withoutEntities = (html: string): string =>
  html.replace(/&(?:#(\d+)|(\w+));/g, (entity, code: string | undefined, name: string) =>
    code === undefined ? (ENTITIES[name] ?? entity) : String.fromCharCode(Number(code)),
  );
