/** Renders the operator's pages from the templates in `apps/gateway/views/ops`. */
import { ERRORS } from '@toolpress/contract';
import { Eta } from 'eta';
import { readView } from '../../pages/fixed.js';
import { richText as rich } from '../../pages/guides.js';
import type { ServiceState } from '../service-state.js';
import { backlogContent, late } from './backlog.js';
import { age, bytes, duration, whole } from './figures.js';

const viewOf = (name: string): string => readView(`ops/${name}`).toString();

const eta = new Eta({ autoEscape: true });
for (const name of ['layout', 'page', 'status', 'login', 'signed-in'])
  eta.loadTemplate(`@${name}`, viewOf(`${name}.eta`));

/** The assets of the pages: path below `/ops`, media type, content. */
export const ASSETS = [
  ['page.css', 'text/css', viewOf('style.css')],
  ['page.js', 'text/javascript', viewOf('script.js')],
] as const;

export const operationsPage = (state: ServiceState): string => eta.render('@page', contentOf(state));

/** Renders the part of the operations page that is refreshed. */
export const statusHtml = (state: ServiceState): string => eta.render('@status', contentOf(state));

/** @param shown the reason why the form is shown again, and the host of the identity provider. */
export const loginPage = (shown: { problem?: string | undefined; provider?: string | undefined }): string =>
  eta.render('@login', shown);

/** Renders the page that leads to `/ops` after a sign-in. */
export const signedInPage = (): string => eta.render('@signed-in', {});

type Level = 'good' | 'warn' | 'bad';

interface Part {
  name: string;
  level: Level;
  facts: [name: string, value: string][];
}

function contentOf(state: ServiceState) {
  const { troubles, errors, workers, at } = state;
  const level = troubles[0]?.level ?? 'good';
  const word = { good: 'All is well', warn: 'Needs attention', bad: 'Failing' }[level];
  return {
    issues: troubles,
    level,
    title: `${word} – Toolpress`,
    cards: cardsOf(state),
    workers:
      workers?.map((worker) => ({
        ...worker,
        level: worker.alive ? 'good' : 'bad',
        up: age(Math.max(0, (Date.parse(at) - Date.parse(worker.startedAt)) / 1_000)),
        beat: `${worker.silentSeconds < 2 ? 'now' : `${age(worker.silentSeconds)} ago`}${worker.alive ? '' : ', silent'}`,
      })) ?? null,
    errors: errorLists(errors),
    backlog: backlogContent(state.backlog, at),
    rich,
    parts: [redisPart(state.redis), storePart(state)],
    time: at.slice(11, 19),
  };
}

function cardsOf({ queue, workers, errors, backlog }: ServiceState) {
  const oldest = duration(queue?.oldestWaitingSeconds ?? null);
  const alive = workers?.filter((worker) => worker.alive);
  const slots = alive?.reduce((sum, { concurrency }) => sum + concurrency, 0);
  const faults = faultsOf(errors);
  const waiting = queue?.waiting === 0 ? 'no document waits' : `the oldest for ${oldest.value} ${oldest.unit}`;
  return [
    { name: 'Waiting', value: whole(queue?.waiting), note: queue === null ? '' : waiting },
    { name: 'Running', value: whole(queue?.active), note: `${whole(queue?.delayed)} to be retried` },
    { name: 'Jobs and rows', ...backlogCard(backlog) },
    { name: 'Workers', value: whole(alive?.length), note: `print ${whole(slots)} at a time` },
    {
      ...{ name: 'Faults', value: whole(total(faults)), isBad: faults?.some(isOwn) },
      note: `in the last hour; callers’ mistakes: ${whole(total(mistakesOf(errors)))}`,
    },
    {
      ...{ name: 'Deliveries', value: whole(backlog?.deliveries.waiting) },
      note: backlog === null ? '' : `${whole(backlog.deliveries.retried)} retried${late(backlog.deliveries)}`,
    },
  ];
}

function backlogCard(backlog: ServiceState['backlog']) {
  if (backlog === null) return { value: whole(undefined), note: '' };
  const { jobs, rows } = backlog;
  const waiting = jobs.waiting + rows.waiting;
  const oldest = age(Math.max(jobs.oldestWaitingSeconds, rows.oldestWaitingSeconds));
  return {
    value: whole(waiting),
    note: waiting === 0 ? 'no job or row is waiting' : `waiting, the oldest for ${oldest}`,
  };
}

type Errors = NonNullable<ServiceState['errors']>;

const isFault = ({ code }: Errors[number]): boolean => ERRORS[code].status >= 500;
/** Returns whether an error is the service's fault, not that of a target or of a deadline. */
const isOwn = ({ code }: Errors[number]): boolean => [500, 503].includes(ERRORS[code].status);
const faultsOf = (errors: Errors | null): Errors | undefined => errors?.filter(isFault);
const mistakesOf = (errors: Errors | null): Errors | undefined => errors?.filter((error) => !isFault(error));
const total = (errors?: Errors): number | undefined => errors?.reduce((sum, { count }) => sum + count, 0);

/** Returns the tables of faults of the service and of callers. */
function errorLists(errors: Errors | null) {
  const rowsOf = (some?: Errors) => some?.map((error) => ({ ...error, ...ERRORS[error.code], mark: markOf(error) }));
  return [
    {
      ...{ title: 'Faults in the last hour', rows: rowsOf(faultsOf(errors)) ?? null },
      note: 'Faults of the service, of its parts, or of the target or provider of a request.',
    },
    {
      ...{ title: 'Callers’ mistakes in the last hour', rows: rowsOf(mistakesOf(errors)) ?? null },
      note: 'Rejected with the reason and not charged. No action is needed.',
    },
  ];
}

/** Returns red for faults of the service, yellow for other faults and no mark for callers' mistakes. */
const markOf = (error: Errors[number]): string => (isFault(error) ? `dot ${isOwn(error) ? 'bad' : 'warn'}` : '');

function storePart({ storage: { reachable, writes }, gateway }: ServiceState): Part {
  const refuses = writes !== null && !writes.work;
  const answer = reachable ? 'answers' : 'does not answer';
  return {
    name: 'File store and gateway',
    level: reachable && !refuses ? 'good' : 'bad',
    facts: [
      ['File store', answer],
      [
        'Test file',
        writes === null ? 'not written' : refuses ? `refused: ${writes.reason}` : 'written within a minute',
      ],
      ['This gateway', `version ${gateway.version}, up ${age(gateway.uptimeSeconds)}`],
    ],
  };
}

function redisPart({ reachable, health }: ServiceState['redis']): Part {
  if (!reachable || health === null) return { name: 'Redis', level: 'bad', facts: [['State', 'does not answer']] };
  const { usedBytes, maxBytes, appendOnly, writesWork, evictionPolicy, connectedClients, version } = health;
  const persistence = appendOnly ? 'append-only file' : 'append-only file is off';
  return {
    name: 'Redis',
    level: writesWork ? (appendOnly && evictionPolicy === 'noeviction' ? 'good' : 'warn') : 'bad',
    facts: [
      ['Memory', `${bytes(usedBytes)} ${maxBytes === null ? '(no limit set)' : `of ${bytes(maxBytes)}`}`],
      ['Persistence', `${persistence}, ${writesWork ? 'writes work' : 'writes fail'}`],
      ['When full', evictionPolicy],
      ['Version', `${version}, ${connectedClients} connections`],
    ],
  };
}
