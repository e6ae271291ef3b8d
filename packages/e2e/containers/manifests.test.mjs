import { readdir, readFile } from 'node:fs/promises';
import { BlockList } from 'node:net';
import { expect } from 'chai';
import { load, loadAll, YAML11_SCHEMA } from 'js-yaml';
import { before, describe, it } from 'mocha';

const FOLDER = new URL('../../../deploy/kubernetes/', import.meta.url);
const COMPOSE = new URL('../../../docker-compose.yml', import.meta.url);

/** @typedef {any} Manifest */

const read = async (/** @type {string} */ file) =>
  /** @type {Manifest[]} */ (loadAll(await readFile(new URL(file, FOLDER), 'utf8')));

describe('The manifests for Kubernetes', () => {
  /** @type {string[]} */
  let resources;
  /** @type {Manifest[]} */
  let manifests;
  before(async () => {
    [{ resources }] = await read('kustomization.yaml');
    manifests = (await Promise.all(resources.map(read))).flat();
  });

  const find = (/** @type {string} */ kind, /** @type {string} */ name) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);

  it('are all there: each file is a resource or an example', async () => {
    const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml');
    expect(files.filter((file) => !file.endsWith('.example.yaml')).sort()).to.deep.equal([...resources].sort());
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
        const allowed = find('NetworkPolicy', `${app}-ingress`).spec.ingress.flatMap(
          (/** @type {Manifest} */ rule) => rule.ports,
        );
        expect(allowed).to.deep.include({ protocol: 'TCP', port: port.containerPort });
      }
      const asked = new URL(find('ScaledObject', 'worker').spec.triggers[0].metadata.serverAddress).hostname;
      const [, namespace] = asked.split('.');
      const callers = JSON.stringify(find('NetworkPolicy', `${app}-ingress`).spec.ingress);
      expect(callers, 'the callers that the policy lets in').to.include(`"${namespace}"`);
    });
  }

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
  it('starts the apps without the file store: they serve what needs none', async () => {
    const { services } = /** @type {Manifest} */ (load(await readFile(COMPOSE, 'utf8'), { schema: YAML11_SCHEMA }));
    for (const app of ['gateway', 'worker']) {
      expect(services[app].depends_on).to.deep.equal({
        redis: { condition: 'service_healthy' },
        minio: { condition: 'service_started' },
      });
    }
  });

  it('has no empty default: the podman-compose of Debian 12 hands such a variable on as it is written', async () => {
    expect(await readFile(COMPOSE, 'utf8')).not.to.match(/\$\{\w+:?-\}/);
  });
});

/**
 * @param {Manifest[]} policies
 * @param {string} app
 * @param {string} address
 * @param {number} port
 * @returns {boolean} whether the policies let the pods of an app connect there
 */
function reaches(policies, app, address, port) {
  const rules = policies.filter(({ spec }) => chooses(spec.podSelector, app)).flatMap(({ spec }) => spec.egress ?? []);
  return rules.some(
    ({ to, ports }) => holdsPort(ports, port) && to.some((/** @type {Manifest} */ peer) => holds(peer, address)),
  );
}

/** @param {Manifest} selector @param {string} app */
function chooses({ matchLabels = {}, matchExpressions = [] }, app) {
  const names = matchExpressions.flatMap((/** @type {Manifest} */ { values }) => values);
  return [...Object.values(matchLabels), ...names].includes(app);
}

/** @param {Manifest[]} ports @param {number} wanted */
const holdsPort = (ports, wanted) =>
  ports.some(({ port, endPort = port, protocol }) => protocol === 'TCP' && port <= wanted && wanted <= endPort);

/** @param {Manifest} peer @param {string} address */
function holds({ ipBlock }, address) {
  if (ipBlock === undefined || ipBlock.cidr.includes(':')) return false;
  return (
    inNetwork(ipBlock.cidr, address) &&
    !(ipBlock.except ?? []).some((/** @type {string} */ one) => inNetwork(one, address))
  );
}

/** @param {string} network @param {string} address */
function inNetwork(network, address) {
  const [base = '', bits = ''] = network.split('/');
  const list = new BlockList();
  list.addSubnet(base, Number(bits), 'ipv4');
  return list.check(address, 'ipv4');
}
