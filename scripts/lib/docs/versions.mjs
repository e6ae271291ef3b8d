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

/** Path from the project's root → the file's text with the version. */
export const VERSIONS = Object.fromEntries([
  ...MANIFESTS.map((path) => [path, () => versioned(path, IN_MANIFESTS)]),
  ...Object.entries(PLACES).map(([path, before]) => [path, () => versioned(path, before)]),
]);
