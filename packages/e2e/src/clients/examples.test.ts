import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { run, type Surroundings, startSurroundings } from './surroundings.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** The examples of a page in one language, as they are written. */
const examplesIn = (page: string, language: string): string[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, marked]) => marked === language)
    .map(([, , text = '']) => text);

describe('The examples for callers', () => {
  let surroundings: Surroundings;
  let folder = '';
  before(async () => {
    surroundings = await startSurroundings();
  });
  after(() => surroundings.stop());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolpress-example-'));
    mkdirSync(join(folder, 'node_modules/@toolpress'), { recursive: true });
    symlinkSync(join(ROOT, 'packages/client'), join(folder, 'node_modules/@toolpress/client'));
    symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  for (const { language, command, file } of [
    { language: 'sh', command: 'bash', file: 'example.sh' },
    { language: 'ts', command: process.execPath, file: 'example.mjs' },
    { language: 'python', command: 'python3', file: 'example.py' },
    { language: 'php', command: 'php', file: 'example.php' },
  ]) {
    it(`in ${language} print a PDF, and say what is wrong`, async function () {
      const [example = ''] = examplesIn('docs/clients.md', language);
      writeFileSync(join(folder, file), example);
      const isThere = await run(command, ['--version']).then(
        () => true,
        () => false,
      );
      if (!isThere) this.skip();
      const { env } = surroundings;
      await run(command, [file], { cwd: folder, env });
      expect(readFileSync(join(folder, 'hello.pdf')).toString('latin1')).to.match(/^%PDF-.*%%EOF\s*$/s);
      rmSync(join(folder, 'hello.pdf'));
      const failed = await run(command, [file], { cwd: folder, env: { ...env, API_TOKEN: 'wrong' } }).catch(
        (error: Error) => error.message,
      );
      // curl writes the answer to its output file, whatever it is.
      const said = existsSync(join(folder, 'hello.pdf')) ? readFileSync(join(folder, 'hello.pdf'), 'utf8') : failed;
      expect(said).to.match(/API token/);
    });
  }

  for (const page of ['docs/clients.md', 'packages/client/README.md']) {
    it(`of ${page} in TypeScript have the types of the client`, async () => {
      writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
      writeFileSync(join(folder, 'example.ts'), examplesIn(page, 'ts').join('\n'));
      const options = ['--strict', '--noEmit', '--module', 'NodeNext', '--target', 'ES2022', '--types', 'node'];
      await run(join(ROOT, 'node_modules/.bin/tsc'), [...options, '--skipLibCheck', 'example.ts'], { cwd: folder });
    });
  }
});
