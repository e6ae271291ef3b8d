/** Jobs, batches and deliveries on the operator's page: totals, the oldest batches and the failing receivers. */
import type { Backlog } from '../backlog.js';
import { age, whole } from './figures.js';

/** Returns the data for the template; null while Redis is unavailable. @param at the time of the page. */
export function backlogContent(backlog: Backlog | null, at: string) {
  if (backlog === null) return null;
  const { jobs, rows, batches, deliveries, disabledWebhooks, shares } = backlog;
  const since = (time: string): string => age(Math.max(0, (Date.parse(at) - Date.parse(time)) / 1_000));
  const oldest = jobs.waiting === 0 ? '' : `, the oldest for ${age(jobs.oldestWaitingSeconds)}`;
  const open =
    batches.open === 0 ? 'none is open' : `${whole(batches.open)} open, ${whole(batches.openRows)} rows remaining`;
  return {
    jobs: [
      ['Jobs', `${whole(jobs.waiting)} waiting${oldest}`],
      ['Running', `${whole(jobs.working)}, including rows of batches`],
      ['Batches', open],
      ['Rows', rowsText(rows)],
    ],
    shares: shares.map((share) => ({
      account: share.account,
      text: `${whole(share.jobs)} jobs, ${whole(share.rows)} rows`,
    })),
    batches: batches.oldest.map(({ account, id, rows, done, failed, createdAt }) => ({
      ...{ account, id, rows, over: done + failed, waiting: since(createdAt) },
      text: `${whole(done + failed)} of ${whole(rows)}`,
      note: failed === 0 ? '' : `${whole(failed)} failed`,
    })),
    more: batches.open > batches.oldest.length ? `The ${batches.oldest.length} oldest are shown.` : '',
    deliveries: [
      ['Waiting', `${whole(deliveries.waiting)}, ${whole(deliveries.sending)} being sent${late(deliveries)}`],
      [
        'Disabled webhooks',
        disabledWebhooks === 0 ? 'none' : `${whole(disabledWebhooks)}, because their receivers answered 410`,
      ],
    ],
    hosts: deliveries.failing.map(({ host, waiting, last }) => ({
      ...{ host, waiting: whole(waiting) },
      last: /^\d+$/.test(last) ? `HTTP ${last}` : last,
    })),
  };
}

const rowsText = ({ waiting, failed, oldestWaitingSeconds }: Backlog['rows']): string =>
  `${whole(waiting)} waiting${waiting === 0 ? '' : `, the oldest for ${age(oldestWaitingSeconds)}`}; ${whole(failed)} failed`;

/** Returns the delay of the first due delivery, if it is noticeable. */
export const late = ({ overdueSeconds }: Backlog['deliveries']): string =>
  overdueSeconds < 1 ? '' : `, ${age(overdueSeconds)} late`;
