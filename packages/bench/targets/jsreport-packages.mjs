/** jsreport's packages, outside the project: nobody who uses or builds Toolpress gets them. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../../scripts/lib/prepare/programs.mjs';
import { excerpt, run } from '../../../scripts/lib/run.mjs';

const INSTALL_LIMIT_MS = 180_000;

/** The newest that each Node.js may run, by `engines` of the packages. */
const RELEASES = [
  { node: [22, 18], core: '4.11.2', chromePdf: '4.4.1' },
  { node: [18, 15], core: '4.7.1', chromePdf: '4.3.0' },
];

/**
 * @param {string} root of the project: the same puppeteer is installed for jsreport
 * @param {AbortSignal} signal
 * @returns {Promise<{ folder: string, version: string } | { missing: string }>} where it is, or why it is not there
 */
export async function provideJsreport(root, signal) {
  const release = RELEASES.find(({ node }) => isAtLeast(node));
  if (release === undefined) return { missing: `no release of it runs on Node.js ${process.version}` };
  const version = `${release.core} (chrome-pdf ${release.chromePdf})`;
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'toolpress');
  const folder = join(cache, `bench-jsreport-${release.core}`);
  if (existsSync(folder)) return { folder, version };
  await mkdir(cache, { recursive: true });
  const partial = await mkdtemp(`${folder}.partial-`);
  try {
    const { version: puppeteer } = JSON.parse(readFileSync(join(root, 'node_modules/puppeteer/package.json'), 'utf8'));
    const dependencies = {
      '@jsreport/jsreport-core': release.core,
      '@jsreport/jsreport-chrome-pdf': release.chromePdf,
      puppeteer,
    };
    await writeFile(join(partial, 'package.json'), JSON.stringify({ private: true, dependencies }));
    const { code, output } = await run(
      findProgram('npm') ?? 'npm',
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress'],
      { cwd: partial, env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' }, signal, timeoutMs: INSTALL_LIMIT_MS },
    );
    if (code !== 0) return { missing: excerpt(output, 2) || 'npm did not finish in time' };
    await rename(partial, folder);
    return { folder, version };
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** @param {number[]} wanted major and minor */
function isAtLeast([major = 0, minor = 0]) {
  const [here = 0, hereMinor = 0] = process.versions.node.split('.').map(Number);
  return here > major || (here === major && hereMinor >= minor);
}
