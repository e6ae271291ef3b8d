import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { load } from 'js-yaml';
import { before, describe, it } from 'mocha';
import { run } from '../clients/surroundings.js';
import { allBlocks, type Block, type Command, commandsOf, patternOf, ROOT } from './blocks.js';
import type { Reader } from './reader.js';

/** The beginnings of blocks that can't be run here, with the reason. */
const NOT_RUN: Record<string, Record<string, string>> = {
  'README.md': {
    './scripts/start': 'installs packages of the system; what it starts is tested in scripts/lib/service',
    'docker build --target single':
      'needs a container engine; ./scripts/containers-test runs it and docker-compose.yml',
  },
  'docs/quick-start.md': { './scripts/start': 'as in README.md' },
  'deploy/kubernetes/README.md': {
    'kubectl create namespace': 'needs a cluster; packages/e2e/containers tests the manifests',
  },
  'deploy/helm/toolpress/README.md': {
    'kubectl create namespace': 'needs a cluster; ./scripts/kubernetes-test installs the chart',
    '# values.yaml': 'packages/e2e/containers/chart.test.mjs renders the chart',
  },
  'docs/gotenberg.md': { "echo '<h1>Hello": 'a service with COMPAT; gotenberg/forms.test.ts sends such forms' },
  'docs/mcp.md': { '{"mcpServers"': 'the settings of an agent; mcp.test.ts is one' },
  'docs/architecture.md': { flowchart: 'a picture' },
  'docs/operations.md': {
    '$ ./scripts/toolpress verify-templates': 'a second service; apps/cli has a test of it',
    '$ ./scripts/toolpress audit': 'changes of another day; audit.test.ts reads its own',
    'docker build --target single': 'needs a container engine; ./scripts/containers-test runs it',
    'OIDC_ISSUER=': 'settings; ops-sign-in.test.ts starts a service with such ones',
    '{\n  "Version"': 's3-driver.test.ts gives a user these rights',
    'ACL SETUSER': 'redis-rights.test.ts has a service run with it',
    './deploy/swap-redis.sh': 'redis-sentinel.long.test.ts swaps primary and replica with it',
    'REDIS_URL=redis+sentinel': 'redis-sentinel.long.test.ts runs a service with such an address',
  },
  'docs/tools/pdf.md': {
    '<nav data-toc="h1 h2">\n  <h1>Contents': 'what the service makes; contents.test.ts reads it',
  },
  'docs/tools/get-record.md': {
    'CREATE ROLE': 'record-providers.test.ts has a role like it',
    'CREATE VIEW': 'records/shop.long.test.ts makes it, and prints from it',
  },
  'docs/tools/http-request.md': {
    '{"method": "POST", "url": "https://id.': 'bodies to other services; http-request/bodies.test.ts sends such ones',
    '{"html": "<img src=\'logo.png\'>"': 'a stored file; http-request/stored-answers.test.ts prints one',
    '{"method": "GET", "url": "https://api.github':
      'pages of other services; http-request/pages.test.ts has their kinds',
  },
  'docs/webhooks.md': {
    'import { createServer': 'a server; webhooks.test.ts runs it',
    'import os, json': 'a server; webhooks.long.test.ts runs it',
    'package main': 'a server; webhooks.long.test.ts runs it',
    '{': 'what is sent; webhooks.test.ts receives it',
  },
  'packages/client-go/README.md': { 'package main': 'clients/packages.long.test.ts runs it' },
  'packages/client-python/README.md': { 'import asyncio': 'clients/packages.long.test.ts runs it' },
  'docs/cli.md': {
    '$ ./scripts/toolpress render': 'runs until Ctrl-C; a separate test prints three times',
    '$ ./scripts/toolpress compare': 'folders; apps/cli has tests of them',
  },
};

/** The languages of a page that another test reads: packages/template/src/fill/documentation.test.ts. */
const ELSEWHERE = { page: 'docs/tools/templates.md', languages: ['json', 'html', 'text'] };

const SHELL = ['sh', 'console'];

/** The command that runs a program from a file. What is TypeScript in the examples is JavaScript as well. */
const PROGRAMS: Record<string, readonly [command: string, file: string]> = {
  ts: [process.execPath, 'example.mjs'],
  python: ['python3', 'example.py'],
  php: ['php', 'example.php'],
};

const reasonOf = ({ page, text }: Block): string | undefined =>
  Object.entries(NOT_RUN[page] ?? {}).find(([begin]) => text.startsWith(begin))?.[1];

/** @returns the names of the PDFs in a folder, all of them whole. */
function pdfsIn(folder: string): string[] {
  const files = readdirSync(folder, { encoding: 'utf8' }).filter((name) => name.endsWith('.pdf'));
  for (const file of files) expect(readFileSync(join(folder, file), 'latin1'), file).to.match(/^%PDF-.*%%EOF\s*$/s);
  return files;
}

const isThere = (command: string, ...args: string[]): Promise<boolean> =>
  run(command, args).then(
    () => true,
    () => false,
  );

export interface Part {
  /** The pages whose commands are pasted. */
  pasted(page: string): boolean;
  /** Whether programs of each page run, have the types of the client, and YAML is built; else the first program of each language. */
  all: boolean;
}

/** Defines the tests of a part of the pages. @param its returns the service and its reader, when the tests run */
export function testPageExamples(its: () => Reader, part: Part): void {
  describe('The examples of the pages', () => {
    const blocks = allBlocks();
    const pasted = blocks.filter((block) => SHELL.includes(block.language) && reasonOf(block) === undefined);
    const yaml = blocks.filter((block) => block.language === 'yaml' && reasonOf(block) === undefined);
    const programs = blocks.filter((block) => block.language in PROGRAMS && reasonOf(block) === undefined);
    const isReadElsewhere = ({ page, language }: Block) =>
      page === ELSEWHERE.page && ELSEWHERE.languages.includes(language);
    const requests = blocks.filter(
      (block) => ['html', 'json'].includes(block.language) && !isReadElsewhere(block) && reasonOf(block) === undefined,
    );
    const withCommands = new Set(pasted.map(({ page }) => page));
    const pages = new Set([...withCommands].filter(part.pasted));
    /** What a page says after its commands may need what they have saved. */
    const printable = requests.filter(({ page }) => pages.has(page) || !withCommands.has(page));
    const commandsBy = (page: string): Command[] => pasted.filter((block) => block.page === page).flatMap(commandsOf);
    /** What the commands of each page print; all pages are read at the same time. */
    const sessions = new Map<string, { folder: string; printed: Promise<string[]> }>();
    let reader: Reader;
    before(async () => {
      reader = its();
      for (const page of pages) {
        const folder = reader.clone();
        const printed = reader.paste(commandsBy(page), folder);
        printed.catch(() => undefined); // the page's test says it
        sessions.set(page, { folder, printed });
      }
    });

    it('are all run, or there is a reason why not', () => {
      const run = [...pasted, ...yaml, ...programs, ...requests, ...blocks.filter(isReadElsewhere)];
      const forgotten = blocks.filter((block) => !run.includes(block) && reasonOf(block) === undefined);
      expect(forgotten.map(({ page, line, language }) => `${page}:${line} ${language}`)).to.deep.equal([]);
      const reasons = Object.values(NOT_RUN).flatMap((page) => Object.values(page));
      expect(blocks.map(reasonOf).filter((reason) => reason !== undefined)).to.have.members(reasons);
    });

    for (const page of pages) {
      it(`of ${page} do what they show, as they are pasted`, async () => {
        const { folder = '', printed: session = [] } = sessions.get(page) ?? {};
        const printed = await session;
        for (const [index, { text, prints }] of commandsBy(page).entries()) {
          const shown = prints?.replaceAll('http://127.0.0.1:8080', reader.service.url);
          if (shown !== undefined) expect(printed[index], text).to.match(patternOf(shown));
        }
        pdfsIn(folder);
      });
    }

    /** What a page has in one language is one program. */
    const firsts = Object.keys(PROGRAMS).flatMap((name) => programs.find(({ language }) => language === name) ?? []);
    for (const name of new Set((part.all ? programs : firsts).map(({ page, language }) => `${page} in ${language}`))) {
      const [page = '', language = ''] = name.split(' in ');
      const [command, file] = PROGRAMS[language] ?? ['', ''];
      const program = programs.filter((block) => block.page === page && block.language === language);
      const source = program.map(({ text }) => text).join('\n');

      it(`of ${name} print a PDF, and say what is wrong`, async function () {
        if (!(await isThere(command, '--version'))) this.skip();
        const folder = folderWith(file, source);
        await run(command, [file], { cwd: folder, env: reader.env });
        expect(pdfsIn(folder)).to.have.lengthOf(1);
        const failed = run(command, [file], { cwd: folder, env: { ...reader.env, API_TOKEN: 'wrong' } });
        expect(await failed.catch((error: Error) => error.message)).to.match(/API token/);
      });

      if (language !== 'ts' || !part.all) continue;
      it(`of ${name} have the types of the client`, async () => {
        const folder = folderWith('example.ts', source);
        writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
        const options = ['--strict', '--noEmit', '--module', 'NodeNext', '--target', 'ES2022', '--types', 'node'];
        await run(join(ROOT, 'node_modules/.bin/tsc'), [...options, '--skipLibCheck', 'example.ts'], { cwd: folder });
      });
    }

    function folderWith(file: string, text: string): string {
      const folder = reader.newProject();
      writeFileSync(join(folder, file), text);
      return folder;
    }

    for (const { page, line, language, text } of printable)
      it(`of ${page}:${line} in ${language} are a document, or fields of a request, that prints`, async () => {
        const fields =
          language === 'html'
            ? { html: text, data: { products: [] } }
            : { html: '<p>Hello</p>', ...(JSON.parse(text) as object) };
        const { status, body } = await reader.service.call('/api/utilities/html-to-pdf', { body: fields });
        expect(status, body.error).to.equal(200);
        if (language === 'html') expect(body.data).not.to.have.property('warnings');
      });

    it('that need a separate machine are at least commands', async () => {
      for (const block of blocks.filter((one) => SHELL.includes(one.language) && reasonOf(one) !== undefined))
        for (const { text } of commandsOf(block)) await run('bash', ['-n', '-c', text]);
    });

    if (!part.all) return;

    it('of docs/cli.md print what they show while a template is edited', async () => {
      const [watching] = blocks.filter(({ page, text }) => page === 'docs/cli.md' && text.includes('--watch'));
      const { text = '', prints = '' } = watching === undefined ? {} : (commandsOf(watching)[0] ?? {});
      const folder = reader.clone();
      writeFileSync(join(folder, 'invoice.css'), 'p { color: teal }');
      writeFileSync(join(folder, 'invoice.json'), '{"items": [{"name": "Tea"}]}');
      const printed: string[] = [];
      for (const [vat, end] of [
        ['[[vat]]', '[[/items]]'],
        ['', ''],
        ['', '[[/items]]'],
      ]) {
        const template = `${'\n'.repeat(11)}<td>VAT ${vat}</td>${'\n'.repeat(19)}  [[#items]]<p>[[name]]</p>${end}\n`;
        writeFileSync(join(folder, 'invoice.html'), template);
        const once = text.replace(' --watch', '').trim();
        const env = { ...reader.env, npm_config_loglevel: 'error' };
        printed.push(await run('bash', ['-c', `${once} 2>&1 || true`], { cwd: folder, env }));
      }
      expect(printed.join('')).to.match(patternOf(prints));
    });

    it('in YAML make an overlay that kustomize builds: without our Redis, with a policy for a store', async function () {
      interface Kustomization {
        resources: string[];
        patches: object[];
      }
      expect(new Set(yaml.map(({ page }) => page))).to.have.all.keys('deploy/kubernetes/README.md');
      const [overlay, withoutRedis, policy] = yaml.map(({ text }) => load(text)) as [
        Kustomization,
        Kustomization,
        object,
      ];
      const kustomization = {
        ...overlay,
        resources: [...overlay.resources, 'policy.yaml'],
        patches: [...overlay.patches, ...withoutRedis.patches],
      };
      const isReady = [
        isThere('kubectl', 'kustomize', '--help'),
        isThere(process.env['TOOLPRESS_HELM'] ?? 'helm', 'version'),
      ];
      if ((await Promise.all(isReady)).includes(false)) this.skip();
      const folder = reader.newFolder();
      cpSync(join(ROOT, 'deploy'), join(folder, 'deploy'), { recursive: true });
      await run(process.execPath, [join(ROOT, 'scripts/lib/manifests.mjs'), join(folder, 'deploy/kubernetes')]);
      mkdirSync(join(folder, 'overlay'));
      cpSync(join(folder, 'deploy/kubernetes/ingress.example.yaml'), join(folder, 'overlay/ingress.yaml'));
      writeFileSync(join(folder, 'overlay/kustomization.yaml'), JSON.stringify(kustomization));
      writeFileSync(join(folder, 'overlay/policy.yaml'), JSON.stringify(policy));
      const built = await run('kubectl', ['kustomize', 'overlay'], { cwd: folder });
      const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
      expect(built).to.include(`image: your.registry/toolpress-worker:${version}`).and.include('name: apps-to-store');
      expect(built).not.to.include('kind: StatefulSet');
    });
  });
}
