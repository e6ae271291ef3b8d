/** `npm run manifests`: writes plain manifests from the Helm chart to `deploy/kubernetes`. Needs Helm, in `TOOLPRESS_HELM` or on `PATH`. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Problem, runCommand } from './problem.mjs';
import { findProgram, mustRun, ROOT } from './run.mjs';

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
 * @returns the manifests, and the ingress, which an overlay adapts
 */
export async function manifests(helm) {
  const rendered = await template(helm, '--no-hooks', '--values', `${FOLDER}/values.yaml`);
  const parts = rendered.split(/^(?=---\n)/m);
  const isIngress = (/** @type {string} */ part) => part.includes('/templates/ingress.yaml\n');
  return {
    'toolpress.yaml': parts.filter((part) => !isIngress(part)).join(''),
    'ingress.example.yaml': parts.filter(isIngress).join(''),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runCommand(async ({ args: [folder = `${ROOT}${FOLDER}`] }) => {
    const helm = findHelm();
    if (helm === undefined) throw new Problem('Helm 3 is needed: https://helm.sh/docs/intro/install');
    for (const [name, text] of Object.entries(await manifests(helm))) await writeFile(`${folder}/${name}`, text);
    return 0;
  });
