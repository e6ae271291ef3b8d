/** Creates a temporary folder for a describe block. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'mocha';

/** @returns {(...names: string[]) => string} a function that returns a path in the folder, for tests and hooks */
export function temporaryFolder() {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolpress-scripts-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  return (...names) => join(folder, ...names);
}
