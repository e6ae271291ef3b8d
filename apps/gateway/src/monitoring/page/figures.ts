/** From the state of the service to what the page shows of it. */
import { ERRORS } from '@toolpress/contract';
import type { WorkerSeen } from '@toolpress/queue';
import type { ServiceState, Work } from '../service-state.js';
import { type BarChart, barChart } from './bar-chart.js';
import { age, bytes, duration, rate, whole } from './words.js';

type Level = 'good' | 'warn' | 'bad' | 'calm';

interface Card {
  name: string;
  value: string;
  unit?: string;
  note: string;
}

interface Part {
  name: string;
  level: Level;
  facts: [name: string, value: string][];
}

const EMPTY_HOUR: readonly number[] = Array.from({ length: 60 }, () => 0);

/** What the templates are filled with. */
export function pageFigures(state: ServiceState) {
  const level = state.troubles[0]?.level ?? 'good';
  const word = { good: 'All is well', warn: 'Look here', bad: 'Trouble' }[level];
  return {
    state,
    level,
    title: `${word} – Toolpress`,
    cards: cardsOf(state),
    charts: chartsOf(state.work),
    workers: state.workers?.map((worker) => workerRow(worker, state.at)) ?? null,
    errors: state.work?.errors.map((error) => ({ ...error, ...meaningOf(error.code) })) ?? null,
    parts: partsOf(state),
    time: state.at.slice(11, 19),
  };
}

function cardsOf({ queue, workers, work }: ServiceState): Card[] {
  const oldest = duration(queue?.oldestWaitingSeconds ?? null);
  const alive = workers?.filter((worker) => worker.alive);
  const places = alive?.reduce((sum, { concurrency }) => sum + concurrency, 0);
  const errors = work?.errors.reduce((sum, { count }) => sum + count, 0);
  return [
    {
      name: 'Waiting',
      value: whole(queue?.waiting),
      note:
        queue === null ? '' : queue.waiting === 0 ? 'nobody waits' : `the oldest for ${oldest.value} ${oldest.unit}`,
    },
    { name: 'At work', value: whole(queue?.active), note: `${whole(queue?.delayed)} to be tried again` },
    { name: 'Workers', value: whole(alive?.length), note: `print ${whole(places)} at a time` },
    { name: 'Errors', value: whole(errors), note: 'in the last hour' },
    {
      name: 'PDFs',
      value: rate(work?.pdfsPerSecond),
      unit: 'per s',
      note: `${rate(work?.requestsPerSecond)} requests per s`,
    },
    { name: 'PDF request, p95', ...duration(work?.p95.request ?? null), note: 'as its caller sees it' },
    { name: 'Wait, p95', ...duration(work?.p95.wait ?? null), note: 'until a worker takes it' },
    { name: 'Render, p95', ...duration(work?.p95.render ?? null), note: 'filled, printed, stored' },
  ];
}

const chartsOf = (work: Work | null): BarChart[] => [
  barChart('PDFs per minute', 'PDFs', work?.pdfsPerMinute ?? EMPTY_HOUR),
  barChart('Requests per minute', 'requests', work?.requestsPerMinute ?? EMPTY_HOUR),
];

const workerRow = (worker: WorkerSeen, now: string) => ({
  ...worker,
  level: worker.alive ? 'good' : 'bad',
  up: age(Math.max(0, (Date.parse(now) - Date.parse(worker.startedAt)) / 1_000)),
  beat: worker.silentSeconds < 2 ? 'now' : `${age(worker.silentSeconds)} ago`,
});

/** Red for faults of the service, yellow for targets and time, grey for callers' mistakes: those were answered well. */
function meaningOf(code: keyof typeof ERRORS): { level: Level; meaning: string } {
  const { status, meaning } = ERRORS[code];
  return { level: status < 500 ? 'calm' : status === 500 || status === 503 ? 'bad' : 'warn', meaning };
}

function partsOf({ redis, storage, gateway }: ServiceState): Part[] {
  return [
    redisPart(redis),
    {
      name: 'File store and gateway',
      level: storage.reachable ? 'good' : 'bad',
      facts: [
        ['File store', storage.reachable ? 'answers' : 'does not answer'],
        ['This gateway', `version ${gateway.version}, up ${age(gateway.uptimeSeconds)}`],
      ],
    },
  ];
}

function redisPart({ reachable, health }: ServiceState['redis']): Part {
  if (!reachable || health === null) return { name: 'Redis', level: 'bad', facts: [['State', 'does not answer']] };
  const { usedBytes, maxBytes, appendOnly, writesWork, evictionPolicy, connectedClients, version } = health;
  return {
    name: 'Redis',
    level: writesWork ? (appendOnly && evictionPolicy === 'noeviction' ? 'good' : 'warn') : 'bad',
    facts: [
      ['Memory', `${bytes(usedBytes)} ${maxBytes === null ? '(no limit set)' : `of ${bytes(maxBytes)}`}`],
      [
        'Persistence',
        `${appendOnly ? 'append-only file' : 'append-only file is off'}, ${writesWork ? 'writes work' : 'writes fail'}`,
      ],
      ['When full', evictionPolicy],
      ['Version', `${version}, ${connectedClients} connections`],
    ],
  };
}
