/** For tests: a folder of a describe block's own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'mocha';

/** @returns {(...names: string[]) => string} the path of something in the folder; to be called from tests and hooks */
export function temporaryFolder() {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolpress-scripts-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  return (...names) => join(folder, ...names);
}
