/** `npm run manifests`: writes the manifests of `deploy/kubernetes` from the Helm chart. Needs Helm, in `TOOLPRESS_HELM` or on `PATH`. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Problem, runCommand } from './problem.mjs';
import { findProgram, mustRun, ROOT } from './run.mjs';

const HEADER = '# Written by `npm run manifests` from deploy/helm/toolpress. To change it, use an overlay.\n';
const FOLDER = 'deploy/kubernetes';

/** The path of Helm; undefined when it is not installed. */
export const findHelm = () => process.env['TOOLPRESS_HELM'] ?? findProgram('helm');

/** Renders the chart as for a new cluster. @param {string} helm @param {string[]} args */
export const template = (helm, ...args) => {
  const words = ['template', 'toolpress', 'deploy/helm/toolpress', '--kube-version', '1.35.0', ...args];
  return mustRun('Rendering the chart', helm, words);
};

/**
 * @param {string} helm its path
 * @returns {Promise<Record<string, string>>} path from the project's root → the manifest's text
 */
export async function manifests(helm) {
  const rendered = await template(helm, '--no-hooks', '--values', `${FOLDER}/values.yaml`);
  /** @type {Record<string, string>} */
  const files = {};
  for (const part of rendered.split(/^---\n/m).slice(1)) {
    const [, name = ''] = /^# Source: toolpress\/templates\/(\S+)\n/.exec(part) ?? [];
    const path = `${FOLDER}/${name.replace('ingress.yaml', 'ingress.example.yaml')}`;
    const text = part.slice(part.indexOf('\n') + 1).trim();
    files[path] = `${files[path] === undefined ? HEADER : `${files[path]}---\n`}${text}\n`;
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runCommand(async () => {
    const helm = findHelm();
    if (helm === undefined) throw new Problem('Helm 3 is needed: https://helm.sh/docs/intro/install');
    for (const [path, text] of Object.entries(await manifests(helm))) await writeFile(`${ROOT}${path}`, text);
    return 0;
  });
