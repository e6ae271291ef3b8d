import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { areJudgesHere, java } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { areInstalled } from '../installed.js';
import { run, type Surroundings, startSurroundings } from './surroundings.js';

const TOOLS = fileURLToPath(new URL('../../clients/', import.meta.url));

const BYTES = 'application/octet-stream';

/** What each client prints when it has called every tool. */
const RESULTS = {
  http: [201, { a: [1, null] }],
  html: [1, 'JVBERi'],
  json: [1, true],
  record: ['recSample', 1],
  error: [400, false],
};

const { record: _, ...RESULTS_WITHOUT_RECORD } = RESULTS;

describe('Tools that read the OpenAPI document', () => {
  let surroundings: Surroundings;
  let folder = '';
  before(async function () {
    if (!areInstalled(TOOLS)) this.skip();
    surroundings = await startSurroundings();
    folder = mkdtempSync(join(tmpdir(), 'toolpress-clients-'));
    const document = await fetch(`${surroundings.service.url}/openapi.json`);
    writeFileSync(join(folder, 'openapi.json'), await document.text());
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    symlinkSync(join(TOOLS, 'node_modules'), join(folder, 'node_modules'));
  });
  after(async () => {
    await surroundings?.stop();
    if (folder !== '') rmSync(folder, { recursive: true });
  });

  const tool = (name: string, ...args: string[]): Promise<string> =>
    run(join(TOOLS, 'node_modules/.bin', name), args, {
      cwd: folder,
      env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });

  it('redocly has no complaint', async () => {
    const report = await tool('redocly', 'lint', '--extends=recommended', '--format=json', 'openapi.json');
    expect(JSON.parse(report).totals).to.deep.equal({ errors: 0, warnings: 0, ignored: 0 });
  });

  it('spectral has no complaint by its rules for OpenAPI', async () => {
    writeFileSync(join(folder, 'spectral.json'), '{"extends": ["spectral:oas"]}');
    const args = ['--ruleset', 'spectral.json', '--fail-severity', 'hint', '--display-only-failures'];
    expect(await tool('spectral', 'lint', 'openapi.json', ...args)).to.include('No results');
  });

  it('openapi-typescript and openapi-fetch make a client that compiles and calls every tool', async () => {
    await tool('openapi-typescript', 'openapi.json', '--output', 'schema.ts');
    expect(await compiledAndRun('openapi-fetch.ts')).to.deep.equal(RESULTS);
  });

  it('@hey-api/openapi-ts makes a client that compiles and calls every tool', async () => {
    await tool('openapi-ts', '--input', 'openapi.json', '--output', 'hey-api', '--client', '@hey-api/client-fetch');
    expect(await compiledAndRun('hey-api.ts')).to.deep.equal(RESULTS);
  });

  it('openapi-python-client makes a client of every operation that calls every tool', async function () {
    const python = join(folder, 'python');
    if (!(await isPythonThere(python))) this.skip();
    // The one type of bytes that it knows; PDFs and JSON lines are named by their own.
    writeFileSync(
      join(folder, 'config.json'),
      JSON.stringify({ content_type_overrides: { 'application/pdf': BYTES, 'application/x-ndjson': BYTES } }),
    );
    const said = await run(
      join(python, 'bin/openapi-python-client'),
      [
        'generate',
        '--path=openapi.json',
        '--config=config.json',
        '--meta=none',
        '--output-path=toolpress_client',
        '--fail-on-warning',
      ],
      { cwd: folder, env: { PATH: `${join(python, 'bin')}:${process.env['PATH']}` }, everything: true },
    );
    expect(said).not.to.match(/warning/i);
    cpSync(join(TOOLS, 'python_client.py'), join(folder, 'python_client.py'));
    const output = await run(join(python, 'bin/python'), ['python_client.py'], {
      cwd: folder,
      env: surroundings.env,
    });
    expect(JSON.parse(output)).to.deep.equal(RESULTS);
  });

  it('oapi-codegen makes a client in Go that compiles', async function () {
    const go = join(folder, 'go');
    mkdirSync(join(go, 'toolpress'), { recursive: true });
    const get = async () => {
      await run('go', ['install', OAPI_CODEGEN], { cwd: go, env: { GOBIN: join(go, 'bin') } });
      await run('go', ['list', '-m', OAPI_RUNTIME], { cwd: go });
    };
    if (!(await isThere(get))) this.skip();
    const generate = ['-generate', 'types,client', '-package', 'toolpress', '-o', 'toolpress/client.go'];
    await run(join(go, 'bin/oapi-codegen'), [...generate, '../openapi.json'], { cwd: go });
    writeFileSync(join(go, 'go.mod'), 'module example.com/clients\n\ngo 1.24\n');
    await run('go', ['mod', 'tidy'], { cwd: go });
    await run('go', ['vet', './...'], { cwd: go });
  });

  it('openapi-generator makes a client in Java that compiles and prints', async function () {
    this.timeout(900_000);
    if (!(await isThere(() => run('mvn', ['--version'])))) this.skip();
    if (!(await generated('java'))) this.skip();
    const project = join(folder, 'java');
    const goals = ['compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath'];
    await run('mvn', ['-q', '-B', '-DskipTests', ...goals], { cwd: project });
    const classes = `target/classes:${readFileSync(join(project, 'classpath'), 'utf8').trim()}`;
    const program = join(TOOLS, 'JavaClient.java');
    const printed = await run('java', ['-cp', classes, program], { cwd: project, env: surroundings.env });
    expect(JSON.parse(printed)).to.deep.equal(RESULTS_WITHOUT_RECORD);
  });

  it('openapi-generator makes a client in PHP that prints', async function () {
    this.timeout(300_000);
    const isGuzzleThere = () => run('php', ['-r', 'require "/usr/share/php/GuzzleHttp/autoload.php";']);
    if (!(await isThere(isGuzzleThere)) || !(await generated('php'))) this.skip();
    cpSync(join(TOOLS, 'php_client.php'), join(folder, 'php_client.php'));
    const printed = await run('php', ['php_client.php'], { cwd: folder, env: surroundings.env });
    expect(JSON.parse(printed)).to.deep.equal(RESULTS_WITHOUT_RECORD);
  });

  /** Makes a client with openapi-generator. Returns false without Java or Maven Central. */
  async function generated(language: string): Promise<boolean> {
    if (!(await areJudgesHere('openApiGenerator'))) return false;
    const generate = ['generate', '-i', join(folder, 'openapi.json'), '-g', language, '-o', join(folder, language)];
    await java('openApiGenerator', ['org.openapitools.codegen.OpenAPIGenerator', ...generate]);
    return true;
  }

  /** Type-checks a program of `packages/e2e/clients` with the client that was generated for it, and runs it. */
  async function compiledAndRun(program: string): Promise<unknown> {
    cpSync(join(TOOLS, program), join(folder, program));
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          exactOptionalPropertyTypes: false,
          target: 'ES2023',
          lib: ['ES2023', 'DOM', 'DOM.Iterable'],
          module: 'NodeNext',
          types: ['node'],
          skipLibCheck: true,
          outDir: 'built',
        },
        files: [program],
      }),
    );
    await tool('tsc');
    const built = join('built', program.replace('.ts', '.js'));
    return JSON.parse(await run(process.execPath, [built], { cwd: folder, env: surroundings.env }));
  }

  /** Makes a virtual environment with the generator in it. Without Python, or where pip can't reach its registry, there is none. */
  async function isPythonThere(python: string): Promise<boolean> {
    const requirements = join(TOOLS, 'requirements.txt');
    return isThere(async () => {
      await run('python3', ['-m', 'venv', python]);
      await run(join(python, 'bin/pip'), ['install', '--quiet', '--requirement', requirements]);
    });
  }
});

const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
/** The module that its clients import. The Go proxy has to be reached for it. */
const OAPI_RUNTIME = 'github.com/oapi-codegen/runtime@latest';

/** Returns whether a tool is installed, or can be installed. CI requires it. */
async function isThere(get: () => Promise<unknown>): Promise<boolean> {
  try {
    await get();
    return true;
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    return false;
  }
}
