/** Refuses conditions for links and lists with servers that do not find what these hold. */
import type { ServiceError } from '@toolpress/contract';
import type { Wanted } from './answers.js';
import { isEquality, isLink, KEY } from './conditions.js';
import { type Ask, providerCannot, type RecordQuery, type Search, type TableIds } from './provider.js';

/** Refuses conditions that find nothing because their fields hold links or lists. @throws ServiceError `provider_cannot`. */
export async function refuseLinks(search: Search, table: TableIds, { where }: RecordQuery, ask: Ask): Promise<void> {
  const { sampleOf, isExact } = search;
  if (sampleOf === undefined) return;
  for (const field of new Set(where.filter(isEquality).map((each) => each.field))) {
    if (field === 'id' || field === KEY) continue;
    const request = search.page(table, { ...sampleOf(field), limit: 1 }, { cursor: undefined, read: 0, size: 1 });
    const given = JSON.stringify({ where: [], sort: [{ field, direction: 'asc' }] } satisfies Wanted);
    const { keys } = await ask({ ...request, given });
    if (keys[0]?.some((value) => isLink(value, isExact === false))) throw linked(field);
  }
}

/** The error for a condition that neither the server nor the check of records can decide. */
export const linked = (field: string): ServiceError =>
  providerCannot(`this condition for the lists or objects that \`${field}\` holds`);
