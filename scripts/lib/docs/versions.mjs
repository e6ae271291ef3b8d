/** The files that name the service's version. It is that of the root's `package.json`, and nothing else is written by hand. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../../', import.meta.url);
const textOf = (/** @type {string} */ path) => readFileSync(new URL(path, ROOT), 'utf8');

/** The version of the service, its clients, images and chart. */
const VERSION = /** @type {string} */ (JSON.parse(textOf('package.json')).version);

const NUMBER = /\d+\.\d+\.\d+(?:-[\w.]+)?/.source;
/** What stands before the version, by file. @type {Record<string, RegExp>} */
const PLACES = {
  'packages/client-python/pyproject.toml': /^version = "/,
  'deploy/helm/toolpress/Chart.yaml': /^(?:appVersion|version): /,
  'deploy/kubernetes/README.md': /newTag: /,
  'docs/cli.md': /, version /,
  '.github/ISSUE_TEMPLATE/bug.yml': /placeholder: "/,
};
const IN_MANIFESTS = /^ {2,4}"(?:version|@toolpress\/[a-z-]+)": "/;
const MANIFESTS = globSync(['{apps,packages}/*/package.json', 'packages/e2e/*/package.json'], {
  cwd: fileURLToPath(ROOT),
});

const versioned = (/** @type {string} */ path, /** @type {RegExp} */ before) =>
  textOf(path).replace(
    new RegExp(`(${before.source})${NUMBER}`, 'gm'),
    (_all, /** @type {string} */ head) => head + VERSION,
  );

const LOCKS = globSync(['package-lock.json', 'packages/*/package-lock.json', 'packages/e2e/*/package-lock.json'], {
  cwd: fileURLToPath(ROOT),
});

/** Writes the version of our packages into a lock file, which `npm ci` compares with their manifests. @param {string} path */
function locked(path) {
  const lock = JSON.parse(textOf(path));
  if (lock.version !== undefined) lock.version = VERSION;
  for (const [folder, entry] of Object.entries(lock.packages)) {
    if (folder.includes('node_modules/')) continue;
    if (entry.version !== undefined) entry.version = VERSION;
    for (const part of [entry.dependencies, entry.devDependencies])
      for (const name of Object.keys(part ?? {})) if (name.startsWith('@toolpress/')) part[name] = VERSION;
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/** Path from the project's root → the file's text with the version. */
export const VERSIONS = Object.fromEntries([
  ...LOCKS.map((path) => [path, () => locked(path)]),
  ...MANIFESTS.map((path) => [path, () => versioned(path, IN_MANIFESTS)]),
  ...Object.entries(PLACES).map(([path, before]) => [path, () => versioned(path, before)]),
]);
