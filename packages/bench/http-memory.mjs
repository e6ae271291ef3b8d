/** What large answers and compression bombs do to the gateway's memory. */
import { TARGET_ADDRESS, TestService } from '@toolpress/testkit';
import { figures, table, text } from '../../scripts/lib/terminal/table.mjs';
import { startTarget } from './start-target.mjs';
import { median } from './statistics.mjs';

const WARM_UP = 40;
const LARGE_ANSWERS = 200;
const BOMBS = 20;
const MIB = 1024 * 1024;

/** @param {(line: string) => void} say */
export async function benchHttpMemory(say) {
  const target = await startTarget();
  const service = await TestService.start({ workers: 0, env: { OUTBOUND_ALLOW: TARGET_ADDRESS, LOG_LEVEL: 'info' } });
  const request = async (/** @type {string} */ path) => {
    const answer = await service.call('/api/utilities/http-request', {
      body: { method: 'GET', url: target.url + path },
    });
    return answer.headers.get('x-error-code') ?? answer.status;
  };
  /** @param {number} count @param {string} path */
  const run = async (count, path) => {
    const outcomes = new Set();
    const memory = [];
    for (let done = 0; done < count; done++) {
      outcomes.add(await request(path));
      memory.push(await residentMib(service.url));
    }
    const tenth = Math.max(1, Math.floor(memory.length / 10));
    return [
      [...outcomes].join(),
      median(memory.slice(0, tenth)),
      Math.min(...memory),
      median(memory),
      Math.max(...memory),
      median(memory.slice(-tenth)),
    ];
  };
  try {
    const rows = [
      [`${WARM_UP} answers of 9 MiB, to warm up`, ...(await run(WARM_UP, '/large'))],
      [`${LARGE_ANSWERS} answers of 9 MiB`, ...(await run(LARGE_ANSWERS, '/large'))],
      [`${BOMBS} answers of 1 GiB in 1 MiB of gzip`, ...(await run(BOMBS, '/bomb'))],
    ];
    say('');
    say('Resident memory of the gateway, MiB, one request after the other');
    say('');
    const shown = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toFixed(0) : String(cell))));
    const columns = [
      text(''),
      text('outcome'),
      ...['first tenth', 'least', 'median', 'most', 'last tenth'].map(figures),
    ];
    for (const line of table(columns, shown)) say(line);
  } finally {
    await service.stop();
    await target.end();
  }
}

/** @param {string} gateway its URL */
async function residentMib(gateway) {
  const metrics = await (await fetch(`${gateway}/metrics`)).text();
  const [, bytes = ''] = /^process_resident_memory_bytes\{.*\} (\S+)$/m.exec(metrics) ?? [];
  return Number(bytes) / MIB;
}
