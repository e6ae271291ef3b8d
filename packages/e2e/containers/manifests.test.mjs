import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { load, loadAll, YAML11_SCHEMA } from 'js-yaml';
import { before, describe, it } from 'mocha';
import { findHelm, manifests as render } from '../../../scripts/lib/manifests.mjs';
import { reaches } from './policies.mjs';

const FOLDER = new URL('../../../deploy/kubernetes/', import.meta.url);
const ALERTS = new URL('../../../deploy/helm/toolpress/files/alerts.yml', import.meta.url);
const COMPOSE = new URL('../../../docker-compose.yml', import.meta.url);

/** @typedef {any} Manifest */

const read = async (/** @type {string} */ file) =>
  /** @type {Manifest[]} */ (loadAll(await readFile(new URL(file, FOLDER), 'utf8')));

describe('The manifests for Kubernetes', () => {
  /** @type {Awaited<ReturnType<typeof render>>} */
  let files;
  /** @type {Manifest[]} */
  let manifests;
  before(async function () {
    const helm = findHelm();
    if (helm === undefined) {
      process.stderr.write('The manifests: skipped, Helm is not installed (TOOLPRESS_HELM or PATH).\n');
      this.skip();
    }
    files = await render(helm);
    manifests = /** @type {Manifest[]} */ (loadAll(files['toolpress.yaml'])).filter(Boolean);
  });

  const find = (/** @type {string} */ kind, /** @type {string} */ name) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);

  it('are all there: each file is a resource or an example', async () => {
    const [{ resources }] = await read('kustomization.yaml');
    expect(resources).to.deep.equal(['namespace.yaml', 'toolpress.yaml']);
    expect(files).to.have.all.keys('toolpress.yaml', 'ingress.example.yaml');
    const kinds = new Set(manifests.map(({ kind }) => kind));
    const needed = ['ConfigMap', 'Deployment', 'NetworkPolicy', 'PodMonitor', 'PrometheusRule', 'ScaledObject'];
    expect(kinds).to.include.keys(...needed, 'Service', 'ServiceAccount', 'StatefulSet');
    expect(kinds).not.to.include.keys('Ingress');
    expect(load(files['ingress.example.yaml'])).to.include({ kind: 'Ingress' });
  });

  it('read missing metrics as a failure, not as an empty queue', () => {
    const [trigger] = find('ScaledObject', 'worker').spec.triggers;
    expect(trigger.type).to.equal('prometheus');
    // KEDA reads texts, and takes no answer for 0 unless told.
    expect(trigger.metadata.ignoreNullValues).to.equal('false');
  });

  it('take no busy worker away while there are no metrics', () => {
    const { fallback, minReplicaCount } = find('ScaledObject', 'worker').spec;
    expect(fallback.behavior).to.equal('currentReplicasIfHigher');
    expect(fallback.replicas).to.be.at.least(minReplicaCount);
  });

  for (const app of ['gateway', 'worker']) {
    it(`feed the Prometheus that is asked with the metrics of every ${app}`, () => {
      const { spec } = find('PodMonitor', app);
      const pod = find('Deployment', app).spec.template;
      expect(pod.metadata.labels).to.include(spec.selector.matchLabels);
      expect(spec.jobLabel, 'the label that names the job').to.equal('app.kubernetes.io/name');
      const ports = pod.spec.containers.flatMap((/** @type {Manifest} */ { ports: named }) => named);
      for (const endpoint of spec.podMetricsEndpoints) {
        const port = ports.find((/** @type {Manifest} */ { name }) => name === endpoint.port);
        const allowed = find('NetworkPolicy', app).spec.ingress.flatMap((/** @type {Manifest} */ rule) => rule.ports);
        expect(allowed).to.deep.include({ protocol: 'TCP', port: port.containerPort });
      }
      const asked = new URL(find('ScaledObject', 'worker').spec.triggers[0].metadata.serverAddress).hostname;
      const [, namespace] = asked.split('.');
      const callers = JSON.stringify(find('NetworkPolicy', app).spec.ingress);
      expect(callers, 'the callers that the policy lets in').to.include(`"${namespace}"`);
    });
  }

  it('have the alerts of the project', async () => {
    const { spec } = find('PrometheusRule', 'toolpress');
    expect(spec).to.deep.equal(load(await readFile(ALERTS, 'utf8')));
  });

  it('let the apps reach a managed Redis and a store at private addresses by the example, and by nothing else', async () => {
    const own = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
    const example = await read('private-services.example.yaml');
    for (const app of ['gateway', 'worker']) {
      for (const [address, port] of /** @type {const} */ ([
        ['10.20.30.4', 6379],
        ['10.20.40.4', 443],
      ])) {
        expect(reaches(own, app, address, port), `${app} to ${address}:${port} without it`).to.equal(false);
        expect(reaches([...own, ...example], app, address, port), `${app} to ${address}:${port}`).to.equal(true);
        expect(reaches([...own, ...example], app, '10.99.0.1', port), 'another private address').to.equal(false);
        expect(reaches([...own, ...example], app, '169.254.169.254', 80), 'the metadata service').to.equal(false);
      }
      expect(reaches(own, app, '198.41.0.4', 443), 'the internet').to.equal(true);
    }
    expect(reaches([...own, ...example], 'redis', '10.20.30.4', 6379)).to.equal(false);
  });
});

describe('docker-compose.yml', () => {
  const fileOf = (/** @type {string} */ name) => readFile(new URL(name, COMPOSE), 'utf8');
  const servicesOf = async (/** @type {string} */ name) => {
    const { services } = /** @type {Manifest} */ (load(await fileOf(name), { schema: YAML11_SCHEMA }));
    return services;
  };

  it('starts the apps without the file store: they serve what needs none', async () => {
    const services = await servicesOf('docker-compose.yml');
    for (const app of ['gateway', 'worker']) {
      expect(services[app].depends_on).to.deep.equal({
        redis: { condition: 'service_healthy' },
        minio: { condition: 'service_started' },
      });
    }
  });

  it('publishes the gateway alone: the store is reached by the apps only, and links lead to the gateway', async () => {
    const services = await servicesOf('docker-compose.yml');
    const published = Object.keys(services).filter((name) => services[name].ports && !services[name].profiles);
    expect(published).to.deep.equal(['gateway']);
    expect(services.minio.networks).to.deep.equal(['backend']);
    expect(services.gateway.environment).not.to.have.property('S3_PUBLIC_ENDPOINT');
    const open = await servicesOf('docker-compose.public-store.yml');
    expect(open.gateway.environment).to.have.keys('S3_PUBLIC_ENDPOINT');
    expect(open.minio.networks).to.deep.equal(['edge', 'backend']);
  });

  it('has SeaweedFS in place of MinIO by its own file, of which only the S3 server is reached', async () => {
    const { gateway, worker, minio, seaweedfs } = await servicesOf('docker-compose.seaweedfs.yml');
    for (const app of [gateway, worker]) {
      expect(app.environment).to.deep.equal({ S3_ENDPOINT: 'http://seaweedfs:8333' });
      expect(app.depends_on.minio.required).to.equal(false);
      expect(app.depends_on).to.have.property('seaweedfs');
    }
    expect(minio.profiles).to.have.lengthOf(1);
    expect(seaweedfs).not.to.have.property('ports');
    expect(seaweedfs.networks).to.deep.equal(['backend']);
    expect(seaweedfs.command).to.include.members(['-ip.bind=127.0.0.1', '-s3.ip.bind=0.0.0.0']);
    expect(seaweedfs.command, 'no statistics are sent').to.include('-master.telemetry=false');
  });

  it('limits both stores alike', async () => {
    const [{ minio }, { seaweedfs }] = await Promise.all(
      ['docker-compose.yml', 'docker-compose.seaweedfs.yml'].map(servicesOf),
    );
    for (const key of ['restart', 'read_only', 'cap_drop', 'security_opt', 'logging', 'networks', 'tmpfs'])
      expect(seaweedfs[key], key).to.deep.equal(minio[key]);
  });

  it('has no empty default: the podman-compose of Debian 12 hands such a variable on as it is written', async () => {
    for (const file of ['docker-compose.yml', 'docker-compose.seaweedfs.yml', 'docker-compose.public-store.yml'])
      expect(await fileOf(file), file).not.to.match(/\$\{\w+:?-\}/);
  });
});
