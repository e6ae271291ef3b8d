/** What tests of template folders share. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import { after, before } from 'mocha';
import { runHere } from './run-here.js';

/** The service that commands call. */
interface Called {
  readonly url: string;
  readonly token: string;
  readonly adminToken: string;
}

/** Runs commands in this process, on folders that are removed after the describe block which calls this. */
export function templateFolders(its: () => Called) {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolpress-templates-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** Runs a command in this process. */
  function toolpress(args: readonly string[], env: Record<string, string> = {}) {
    const { url, token, adminToken } = its();
    return runHere('toolpress', args, { TOOLPRESS_URL: url, API_TOKEN: token, ADMIN_TOKEN: adminToken, ...env });
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
  return { folder: () => folder, toolpress, shown, fails, write, read };
}
