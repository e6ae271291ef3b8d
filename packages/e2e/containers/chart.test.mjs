import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Environment as Gateway } from '@toolpress/gateway/config';
import { Environment as Worker } from '@toolpress/worker/config';
import { expect } from 'chai';
import { load, loadAll } from 'js-yaml';
import { before, describe, it } from 'mocha';
import { findHelm, template } from '../../../scripts/lib/manifests.mjs';
import { reaches } from './policies.mjs';

/** @typedef {any} Manifest */

const run = promisify(execFile);
const PROJECT = new URL('../../../', import.meta.url);
const CHART = new URL('deploy/helm/toolpress/', PROJECT);
/** All that the chart can do, and only what it must. */
const EVERYTHING = 'packages/e2e/containers/values/everything.yaml';
const LEAST = 'packages/e2e/containers/values/least.yaml';

const textOf = (/** @type {string} */ path) => readFile(new URL(path, PROJECT), 'utf8');
/** The variables that an app knows. @param {typeof Gateway | typeof Worker} schema */
const known = (schema) => Object.keys(schema.describe()['keys']);
const APPS = /** @type {const} */ ([
  ['gateway', known(Gateway)],
  ['worker', known(Worker)],
]);

describe('The Helm chart', () => {
  it('has the version of the project', async () => {
    const { version } = JSON.parse(await textOf('package.json'));
    expect(load(await readFile(new URL('Chart.yaml', CHART), 'utf8'))).to.include({ version, appVersion: version });
  });

  it('names only variables that the apps know, secrets as secrets', async () => {
    const { config, secrets } = /** @type {Manifest} */ (load(await readFile(new URL('values.yaml', CHART), 'utf8')));
    const variables = [...new Set(APPS.flatMap(([, names]) => names))];
    expect(variables).to.include.members([...Object.keys(config), ...Object.keys(secrets)]);
    const { properties } = JSON.parse(await readFile(new URL('values.schema.json', CHART), 'utf8'));
    expect(properties.config.properties)
      .to.include.keys(Object.keys(config))
      .and.not.have.any.keys(Object.keys(secrets));
    expect(properties.secrets.properties).to.include.keys(Object.keys(secrets));
  });
});

describe('The Helm chart as Helm renders it', () => {
  /** @type {string} */
  let helm;
  before(function () {
    const found = findHelm();
    if (found === undefined) {
      process.stderr.write('The Helm chart: skipped, Helm is not installed (TOOLPRESS_HELM or PATH).\n');
      this.skip();
    }
    helm = found;
  });

  /** @param {string} values @param {string[]} more @returns {Promise<Manifest[]>} */
  const rendered = async (values, ...more) =>
    loadAll(await template(helm, '--values', values, ...more)).filter(Boolean);
  const find = (/** @type {Manifest[]} */ all, /** @type {string} */ kind, /** @type {string} */ name = 'gateway') =>
    all.find((one) => one.kind === kind && one.metadata.name === `toolpress-${name}`);
  const podOf = (/** @type {Manifest[]} */ all, /** @type {string} */ app) =>
    find(all, 'Deployment', app).spec.template;

  for (const values of [EVERYTHING, LEAST]) {
    it(`sets only variables that each app knows: ${values}`, async () => {
      const all = await rendered(values);
      const { data } = all.find(({ kind }) => kind === 'ConfigMap');
      for (const text of Object.values(data)) expect(text).to.be.a('string').and.not.match(/e\+\d/);
      const everyName = APPS.flatMap(([, names]) => names);
      expect(everyName).to.include.members(Object.keys(data));
      for (const [app, names] of APPS) {
        const [container] = podOf(all, app).spec.containers;
        expect(names, app).to.include.members(container.env.map((/** @type {Manifest} */ { name }) => name));
        expect(container.envFrom).to.deep.equal([{ configMapRef: { name: 'toolpress' } }]);
      }
    });

    it(`chooses its pods and its services by the same labels: ${values}`, async () => {
      const all = await rendered(values);
      for (const [app] of APPS) {
        const { labels } = podOf(all, app).metadata;
        for (const [kind, path] of [
          ['Deployment', 'selector.matchLabels'],
          ['PodDisruptionBudget', 'selector.matchLabels'],
          ['NetworkPolicy', 'podSelector.matchLabels'],
        ]) {
          const chosen = path?.split('.').reduce((value, key) => value?.[key], find(all, kind ?? '', app)?.spec);
          if (chosen !== undefined) expect(labels, kind).to.include(chosen);
        }
      }
      for (const { spec } of all.filter(({ kind }) => kind === 'Service')) {
        const app = spec.selector['app.kubernetes.io/name'];
        const { template } = (find(all, 'Deployment', app) ?? find(all, 'StatefulSet', app)).spec;
        expect(template.metadata.labels).to.include(spec.selector);
      }
    });
  }

  it('restarts the apps when the configuration changes, and Redis never', async () => {
    const [one, other] = [await rendered(LEAST), await rendered(LEAST, '--set', 'config.LOG_LEVEL=debug')];
    for (const [app] of APPS)
      expect(podOf(one, app).metadata.annotations['checksum/config']).not.to.equal(
        podOf(other, app).metadata.annotations['checksum/config'],
      );
    expect(find(one, 'StatefulSet', 'redis').spec).to.deep.equal(find(other, 'StatefulSet', 'redis').spec);
  });

  it('has the alerts of the project, with links to the service', async () => {
    const { spec } = (await rendered(EVERYTHING)).find(({ kind }) => kind === 'PrometheusRule');
    const alerts = (await textOf('deploy/helm/toolpress/files/alerts.yml')).replaceAll(
      '{{ $externalLabels.service_url }}',
      'https://pdf.example.com',
    );
    expect(spec).to.deep.equal(load(alerts));
  });

  it('has the same paths in the ingress and the route, on both hosts', async () => {
    const all = await rendered(EVERYTHING);
    const { rules, tls } = find(all, 'Ingress').spec;
    const { hostnames, rules: routes } = find(all, 'HTTPRoute').spec;
    expect(hostnames).to.deep.equal(['pdf.example.com', 'files.example.com']);
    expect(tls[0].hosts).to.deep.equal(hostnames);
    const routed = routes.flatMap((/** @type {Manifest} */ { matches }) =>
      matches.map((/** @type {Manifest} */ { path }) => `${path.type.replace('PathPrefix', 'Prefix')} ${path.value}`),
    );
    for (const { host, http } of rules) {
      expect(hostnames).to.include(host);
      const paths = http.paths.map((/** @type {Manifest} */ { pathType, path }) => `${pathType} ${path}`);
      expect(paths).to.deep.equal(routed).and.include.members(['Prefix /api', 'Prefix /files', 'Exact /']);
      expect(paths.join()).not.to.match(/metrics|healthz|readyz|admin|ops/);
    }
  });

  it('lets the apps reach a managed Redis and a store at private addresses, and no other private address', async () => {
    const policies = (await rendered(EVERYTHING)).filter(({ kind }) => kind === 'NetworkPolicy');
    const least = (await rendered(LEAST)).filter(({ kind }) => kind === 'NetworkPolicy');
    for (const [app] of APPS) {
      for (const [address, port] of /** @type {[string, number][]} */ ([
        ['10.20.30.4', 6379],
        ['10.20.40.4', 443],
      ])) {
        expect(reaches(policies, app, address, port), `${app} to ${address}`).to.equal(true);
        expect(reaches(least, app, address, port), `${app} to ${address} by default`).to.equal(false);
      }
      for (const all of [policies, least]) {
        expect(reaches(all, app, '10.99.0.1', 443)).to.equal(false);
        expect(reaches(all, app, '169.254.169.254', 80)).to.equal(false);
        expect(reaches(all, app, '198.41.0.4', 443)).to.equal(true);
      }
    }
  });

  it('has no own Redis beside a managed one', async () => {
    const all = await rendered(EVERYTHING);
    expect(all.filter(({ metadata }) => /redis/.test(metadata.name))).to.deep.equal([]);
    for (const [app] of APPS) {
      const { volumes, containers } = podOf(all, app).spec;
      expect(volumes).to.deep.include({ name: 'redis-tls', secret: { secretName: 'redis-tls' } });
      expect(containers[0].volumeMounts).to.deep.include({
        name: 'redis-tls',
        mountPath: '/etc/toolpress/redis',
        readOnly: true,
      });
    }
  });

  for (const [what, setting] of [
    ['an unknown variable', 'config.RENDER_CONCURENCY=2'],
    ['a secret among the configuration', 'config.ADMIN_TOKEN=x'],
    ['a number out of range', 'config.RENDER_DEADLINE_MS=10'],
    ['an address without its scheme', 'config.PUBLIC_URL=pdf.example.com'],
    ['a name with a typing error', 'networkPolicy.enable=true'],
    ['a route without a gateway', 'httpRoute.enabled=true'],
  ]) {
    it(`rejects ${what}`, async () => {
      const failure = await template(helm, '--values', LEAST, '--set', setting ?? '').catch(String);
      expect(failure).to.include("values don't meet the specifications").and.include(setting?.split('.')[0]);
    });
  }

  it('has no images by default: it says what to set', async () => {
    for (const app of ['gateway', 'worker']) {
      const failure = await template(helm, '--values', LEAST, '--set', `${app}.image.repository=`).catch(String);
      expect(failure).to.include('Set gateway.image.repository and worker.image.repository to the images');
    }
  });

  it('passes the checks of helm lint', async () => {
    const { stdout } = await run(helm, ['lint', '--strict', '--values', LEAST, 'deploy/helm/toolpress'], {
      cwd: PROJECT,
    });
    expect(stdout).to.include('0 chart(s) failed').and.not.include('[WARNING]');
  });
});
