/** Reads network policies as a plug-in does. */
import { BlockList } from 'node:net';

/** @typedef {any} Manifest */

/**
 * @param {Manifest[]} policies
 * @param {string} app
 * @param {string} address
 * @param {number} port
 * @returns {boolean} whether the policies let the pods of an app connect there
 */
export function reaches(policies, app, address, port) {
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
