/** Reads a `.cpuprofile`: where a process's time went. */

/**
 * @typedef {object} CpuProfile as V8 writes it
 * @property {{ id: number, callFrame: { functionName: string, url: string, lineNumber: number }, children?: number[] }[]} nodes
 * @property {number[]} samples ids of nodes
 * @property {number[]} timeDeltas microseconds before each sample
 *
 * @typedef {[name: string, microseconds: number][]} Ranking the greatest first
 */

/**
 * @param {CpuProfile} profile
 * @returns {{ busyUs: number, byPackage: Ranking, byFunction: Ranking, ours: Ranking }} `byFunction`: time in the function
 *   itself; `ours`: time in our own functions and all that they called
 */
export function summarize(profile) {
  const selfUs = selfTimes(profile);
  /** @type {Map<string, number>} */
  const byPackage = new Map();
  /** @type {Map<string, number>} */
  const byFunction = new Map();
  let busyUs = 0;
  for (const { id, callFrame } of profile.nodes) {
    const us = selfUs.get(id) ?? 0;
    if (callFrame.functionName === '(idle)') continue;
    busyUs += us;
    add(byPackage, packageOf(callFrame), us);
    add(byFunction, nameOf(callFrame), us);
  }
  return {
    busyUs,
    byPackage: ranked(byPackage),
    byFunction: ranked(byFunction),
    ours: ranked(ownTotals(profile, selfUs)),
  };
}

/** @param {CpuProfile} profile @returns {Map<number, number>} microseconds by node */
function selfTimes({ samples, timeDeltas }) {
  /** @type {Map<number, number>} */
  const times = new Map();
  for (const [index, id] of samples.entries()) add(times, id, timeDeltas[index + 1] ?? 0);
  return times;
}

/**
 * @param {CpuProfile} profile
 * @param {Map<number, number>} selfUs
 */
function ownTotals({ nodes }, selfUs) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  /** @type {Map<string, number>} */
  const totals = new Map();
  /** @param {number} id @param {ReadonlySet<string>} above our functions that are being executed */
  const visit = (id, above) => {
    const node = byId.get(id);
    if (node === undefined) return;
    const isOurs = packageOf(node.callFrame).startsWith(OURS);
    const open = isOurs ? new Set([...above, nameOf(node.callFrame)]) : above;
    for (const name of open) add(totals, name, selfUs.get(id) ?? 0);
    for (const child of node.children ?? []) visit(child, open);
  };
  visit(nodes[0]?.id ?? 0, new Set());
  return totals;
}

const OURS = 'toolpress ';

/** @param {CpuProfile['nodes'][number]['callFrame']} frame */
function packageOf({ functionName, url }) {
  const [, dependency] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
  if (dependency !== undefined && !dependency.startsWith('@toolpress/')) return dependency;
  const [, ours] = /\/(?:packages|apps)\/([^/]+)\/dist\//.exec(url) ?? [];
  if (ours !== undefined) return OURS + ours;
  const [, builtIn] = /^node:(?:internal\/)?([^/]+)/.exec(url) ?? [];
  if (builtIn !== undefined) return `node:${builtIn}`;
  // V8's own entries: (garbage collector), and (program), which is native code such as system calls
  return functionName.startsWith('(') ? functionName : 'native functions';
}

/** @param {CpuProfile['nodes'][number]['callFrame']} frame */
function nameOf({ functionName, url, lineNumber }) {
  if (url === '') return functionName || '(anonymous)';
  const place = url
    .replace(/^.*\/node_modules\//, '')
    .replace(/^.*\/(packages|apps)\//, '')
    .replace('/dist/', '/');
  return `${functionName || '(anonymous)'}  ${place}:${lineNumber + 1}`;
}

/** @template Key @param {Map<Key, number>} map @param {Key} key @param {number} amount */
const add = (map, key, amount) => map.set(key, (map.get(key) ?? 0) + amount);

/** @param {Map<string, number>} map @returns {Ranking} */
const ranked = (map) => [...map].sort(([, one], [, other]) => other - one);
