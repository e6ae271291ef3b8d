/** What the figures were measured on. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';

/**
 * @param {string} browser its path
 * @returns {[string, string][]} name and value
 */
export function machine(browser) {
  const [cpu] = cpus();
  return [
    ['Processor', `${cpu?.model.trim() || 'unknown'}, ${availableParallelism()} cores`],
    ['Memory', `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ['System', `${distribution()}, ${type()} ${release()}`],
    ['Node.js', process.version],
    ['Browser', versionOf(browser)],
    ['Redis', versionOf('redis-server')],
  ];
}

/** @param {string} program */
function versionOf(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return /[\w ]*?v?=?\d+(?:\.\d+)+/.exec(stdout ?? '')?.[0].trim() ?? 'unknown';
}

function distribution() {
  try {
    return /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}
