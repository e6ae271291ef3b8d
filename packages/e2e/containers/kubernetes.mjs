/** `scripts/kubernetes-test`: has the API server of a cluster check what the Helm chart renders. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { findHelm, template } from '../../../scripts/lib/manifests.mjs';
import { Problem, runCommand } from '../../../scripts/lib/problem.mjs';
import { findProgram, mustRun, run } from '../../../scripts/lib/run.mjs';

const HELP = `scripts/kubernetes-test

Has the API server of kubectl's current context check the Helm chart with three sets of values: a strict dry run of all
objects, and of the pods in a namespace with the standard "restricted". Rejections and warnings are failures. The server
must know the definitions of KEDA, the Prometheus operator and the Gateway API. It creates a namespace and deletes it.`;

const VALUES = ['packages/e2e/containers/values/least.yaml', 'packages/e2e/containers/values/everything.yaml'];
const NEEDED = [
  'scaledobjects.keda.sh',
  'podmonitors.monitoring.coreos.com',
  'servicemonitors.monitoring.coreos.com',
  'prometheusrules.monitoring.coreos.com',
  'httproutes.gateway.networking.k8s.io',
];

/** @typedef {any} Manifest */

await runCommand(async ({ args, progress, stop: signal }) => {
  if (args.length > 0) throw new Problem(HELP);
  const [helm, kubectl] = [findHelm(), findProgram('kubectl')];
  if (helm === undefined || kubectl === undefined) throw new Problem('Helm 3 and kubectl 1.27 or newer are needed.');
  const ask = (/** @type {string[]} */ ...words) => mustRun('kubectl', kubectl, words, { signal });
  await progress.step('API server', () => ask('get', '--raw', '/version'));
  await progress.step('Definitions', () => ask('get', 'crd', ...NEEDED));

  const namespace = `toolpress-test-${randomBytes(4).toString('hex')}`;
  const folder = await mkdtemp(join(tmpdir(), 'toolpress-kubernetes-'));
  /** Has the server check objects without storing them. @param {Manifest[]} objects @returns what it says */
  const check = async (objects) => {
    const file = join(folder, 'objects.json');
    await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
    const words = ['apply', '--dry-run=server', '--validate=strict', '--namespace', namespace, '--filename', file];
    return run(kubectl, words, { signal });
  };
  /** @param {Manifest[]} objects */
  const mustPass = async (objects) => {
    const { code, output } = await check(objects);
    if (code !== 0 || /Warning:/.test(output))
      throw new Problem(`The API server does not accept the chart:\n\n${output}`);
    return `${output.trim().split('\n').length} objects, no rejection, no warning`;
  };

  try {
    await ask('create', 'namespace', namespace);
    const levels = ['enforce', 'warn', 'audit'].map((mode) => `pod-security.kubernetes.io/${mode}=restricted`);
    await ask('label', 'namespace', namespace, ...levels);
    /** @type {Set<string>} */
    const created = new Set();
    for (const values of [...VALUES, 'deploy/kubernetes/values.yaml']) {
      const text = await template(helm, '--namespace', namespace, '--values', values);
      const objects = /** @type {Manifest[]} */ (loadAll(text)).filter(Boolean);
      // Pods may only name accounts that exist.
      const accounts = objects.filter(({ kind, metadata }) => kind === 'ServiceAccount' && !created.has(metadata.name));
      for (const { metadata } of accounts) {
        await ask('create', 'serviceaccount', metadata.name, '--namespace', namespace, '--save-config');
        created.add(metadata.name);
      }
      await progress.step(values, () => mustPass(objects), String);
      const pods = objects.filter(({ spec }) => spec?.template?.spec).map(podOf);
      await progress.step('  its pods', () => mustPass(pods), String);
      const [{ securityContext: _, ...loose }] = pods.map(({ spec }) => spec);
      const refused = await check([{ ...pods[0], spec: loose }]);
      if (!refused.output.includes('violates PodSecurity "restricted'))
        throw new Problem('The server does not enforce "restricted".');
    }
    return 0;
  } finally {
    await run(kubectl, ['delete', 'namespace', namespace, '--wait=false']);
    await rm(folder, { recursive: true });
  }
}, HELP);

/** @param {Manifest} workload @returns {Manifest} a pod of it */
function podOf({ metadata, spec: { template, volumeClaimTemplates = [] } }) {
  const claims = volumeClaimTemplates.map((/** @type {Manifest} */ { metadata: { name } }) => ({ name, emptyDir: {} }));
  const spec = { ...template.spec, volumes: [...(template.spec.volumes ?? []), ...claims] };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { ...template.metadata, name: metadata.name }, spec };
}
