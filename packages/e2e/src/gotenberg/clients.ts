/** Runs clients of Gotenberg that others wrote, unmodified, against this service. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdfInfo, pdfText, TestService } from '@toolpress/testkit';
import { run } from '../clients/surroundings.js';
import { ROOT } from '../examples/blocks.js';

const PROGRAMS = join(ROOT, 'packages/e2e/clients/gotenberg');

/** The files that every program prints. */
const FILES: Readonly<Record<string, string>> = {
  'index.html':
    '<!DOCTYPE html><html lang="en"><head><title>Offer</title><link rel="stylesheet" href="style.css"></head><body><h1>Offer</h1><p>Tags like [[name]] are text.</p><p class="next">Second page</p></body></html>',
  'style.css': '.next { break-before: page } h1 { color: teal }',
  'header.html': '<p style="font-size: 10px; margin: 0 20mm">Example Ltd</p>',
  'footer.html':
    '<p style="font-size: 10px; margin: 0 20mm">Page <span class="pageNumber"></span> of <span class="totalPages"></span></p>',
  'markdown.html':
    '<!DOCTYPE html><html lang="en"><head><title>Notes</title></head><body>{{ toHTML "text.md" }}</body></html>',
  'text.md': '# Notes\n\nA **bold** word.\n',
};

/** In points. Clients know the size in inches with two decimal places. */
const A4 = { width: 595.3, height: 841.9 };
const ROUNDING = 2;

interface Client {
  /** The package with its version. */
  name: string;
  registry: string;
  /** Installs the package and returns the command of the program. */
  prepare(folder: string): Promise<readonly [string, ...string[]]>;
}

const inNode = (name: string, program: string): Client => ({
  name,
  registry: 'npm',
  async prepare(folder) {
    writeFileSync(join(folder, 'package.json'), '{"private": true}');
    await run('npm', ['install', '--silent', '--ignore-scripts', '--no-audit', name], { cwd: folder });
    cpSync(join(PROGRAMS, program), join(folder, program));
    return [process.execPath, program];
  },
});

const inGo = (module: string, version: string, program: string): Client => ({
  name: `${module.replace('github.com/', '')} ${version}`,
  registry: 'Go',
  async prepare(folder) {
    cpSync(join(PROGRAMS, program), join(folder, 'main.go'));
    writeFileSync(join(folder, 'go.mod'), `module example\n\ngo 1.23\n\nrequire ${module} ${version}\n`);
    const options = { cwd: folder, env: { GOFLAGS: '-mod=mod' } };
    await run('go', ['build', '-o', 'program', '.'], options);
    return [join(folder, 'program')];
  },
});

export const CLIENTS: readonly Client[] = [
  {
    name: 'gotenberg-client 1.0.0',
    registry: 'PyPI',
    async prepare(folder) {
      const python = join(folder, 'venv/bin/python');
      await run('python3', ['-m', 'venv', join(folder, 'venv')]);
      await run(python, ['-m', 'pip', 'install', '--quiet', 'gotenberg-client[httpx]==1.0.0']);
      cpSync(join(PROGRAMS, 'python_client.py'), join(folder, 'python_client.py'));
      return [python, 'python_client.py'];
    },
  },
  inNode('chromiumly@6.0.0', 'chromiumly.mjs'),
  inNode('gotenberg-js-client@0.7.4', 'js-client.mjs'),
  inGo('github.com/starwalkn/gotenberg-go-client/v8', 'v8.11.0', 'starwalkn.go'),
  inGo('github.com/dcaraxes/gotenberg-go-client/v8', 'v8.5.0', 'dcaraxes.go'),
];

export interface ClientOutcome {
  name: string;
  registry: string;
  /** Why the client can't run here. */
  missing?: string;
  /** What differs from the expected files. */
  faults: string[];
  html?: string;
  markdown?: string;
  /** The status of a form that is refused. */
  refused?: string;
}

/** Runs the clients one after another, each with a separate account and folder. */
export async function runClients(clients: readonly Client[] = CLIENTS): Promise<ClientOutcome[]> {
  const service = await TestService.start({ env: { COMPAT: 'gotenberg' } });
  try {
    const outcomes: ClientOutcome[] = [];
    for (const client of clients) outcomes.push(await runClient(client, service));
    return outcomes;
  } finally {
    await service.stop();
  }
}

async function runClient({ name, registry, prepare }: Client, service: TestService): Promise<ClientOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'toolpress-gotenberg-'));
  try {
    const { token } = await service.createAccount(name);
    for (const [file, content] of Object.entries(FILES)) writeFileSync(join(folder, file), content);
    mkdirSync(join(folder, 'home'));
    let command: readonly [string, ...string[]];
    try {
      command = await prepare(folder);
    } catch (error) {
      return { name, registry, missing: String(error).slice(0, 300), faults: [] };
    }
    const [program, ...args] = command;
    const env = { BASE_URL: service.url, API_TOKEN: token };
    const refused = (await run(program, args, { cwd: folder, env })).trim();
    return { name, registry, refused, ...judged(folder, refused) };
  } catch (error) {
    return { name, registry, faults: [String(error).slice(0, 500)] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function judged(folder: string, refused: string): Pick<ClientOutcome, 'faults' | 'html' | 'markdown'> {
  const faults: string[] = [];
  const expectText = (text: string, wanted: readonly string[]): void => {
    for (const one of wanted) if (!text.includes(one)) faults.push(`no “${one}” in ${text.slice(0, 200)}`);
  };
  const read = (name: string): Buffer | undefined => {
    const path = join(folder, name);
    if (existsSync(path)) return readFileSync(path);
    faults.push(`no ${name}`);
    return undefined;
  };
  const [html, markdown] = [read('html.pdf'), read('markdown.pdf')];
  if (html) {
    const { pages, width, height } = pdfInfo(html);
    if (pages !== 2 || Math.abs(width - A4.width) > ROUNDING || Math.abs(height - A4.height) > ROUNDING)
      faults.push(`${pages} pages of ${width} x ${height}`);
    expectText(pdfText(html), ['Offer', '[[name]]', 'Example Ltd', 'Page 1 of 2', 'Second page', 'Page 2 of 2']);
  }
  if (markdown) expectText(pdfText(markdown), ['Notes', 'A bold word.']);
  if (refused !== '400') faults.push(`a URL was answered with ${refused}`);
  const shown = (pdf: Buffer | undefined): string =>
    pdf ? `${pdfInfo(pdf).pages} pages, ${pdf.length} bytes` : 'none';
  return { faults, html: shown(html), markdown: shown(markdown) };
}
