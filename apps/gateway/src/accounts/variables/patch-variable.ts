/** Changes parts of a saved template: reads it, merges the changes, and saves the whole. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DRAFT, jsonText, ServiceError, type Variable, VariableContent, type VariablePatch } from '@toolpress/contract';
import type { LargeBodies } from '../../api/large-bodies.js';
import type { Preconditions } from '../../api/preconditions.js';
import { MERGED, mergedJson } from './merged-template.js';
import type { Author } from './variable-lists.js';
import type { Hold, Variables } from './variables.js';
import { etagOfRecord, type VersionRecord } from './version-record.js';

/** The size in bytes up to which texts are merged in this thread. It takes a few milliseconds. */
const SMALL = 64 * 1024;
/** The number of changes by other requests, between reading and saving, after which a patch gives up. */
const ATTEMPTS = 20;
/** The longest pause before another attempt, in milliseconds for each attempt before. Of many requests at a time, one is saved in each round. */
const PAUSE_MS = 10;

interface Parts {
  variables: Variables;
  largeBodies: Pick<LargeBodies, 'call' | 'readAny'>;
  hold: Hold;
  signal: AbortSignal;
}

interface Target {
  accountId: string;
  name: string;
  by: Author;
  preconditions?: Preconditions | undefined;
}

/**
 * Merges a patch into the published version, or into the draft if the patch is for the draft and there is one. No change of another request
 * is lost: what was saved between reading and saving is merged again, or refused with `If-Match`.
 *
 * @returns the saved text; undefined when no such version exists.
 * @throws ServiceError `invalid_parameter` when the result is no template, `precondition_failed`.
 */
export async function patchVariable(parts: Parts, target: Target, patch: VariablePatch): Promise<Variable | undefined> {
  const { variables, hold, signal } = parts;
  const { accountId, name, by, preconditions: { match } = {} } = target;
  const { note, draft = false, ...changes } = patch;
  const read = (version: typeof DRAFT | undefined) => variables.version(accountId, name, version, signal, hold);
  for (let attempt = 1; ; attempt++) {
    const found = (draft ? await read(DRAFT) : undefined) ?? (await read(undefined));
    if (found === undefined) return undefined;
    const tag = etagOfRecord(found.record).replaceAll('"', '');
    const isMatch = match === undefined || match.includes('*') || match.includes(tag);
    const content = await patched(parts, target, found.record, jsonText(changes));
    try {
      // With another tag, only a text that is stored already is saved: the request is repeated after its answer was lost.
      const { warnings: _, ...saved } = await variables.save(
        accountId,
        name,
        { ...content, draft, ...(note !== undefined && { note }) },
        by,
        { match: isMatch ? [tag] : [] },
      );
      return saved;
    } catch (error) {
      const isRace = error instanceof ServiceError && error.code === 'precondition_failed' && isMatch;
      if (!isRace || attempt === ATTEMPTS || match?.includes(tag)) throw error;
      await sleep(Math.random() * attempt * PAUSE_MS, undefined, { signal });
    }
  }
}

/** Returns the merged text, validated as that of a PUT. */
async function patched(
  { largeBodies, signal }: Parts,
  { accountId: account }: Target,
  record: VersionRecord,
  patch: string,
): Promise<VariableContent> {
  const owner = { account, signal };
  const bytes = [...Object.values(record), patch].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const json =
    bytes <= SMALL ? mergedJson(record, patch) : await largeBodies.call(MERGED, [record, patch], bytes, owner);
  return (await largeBodies.readAny(Buffer.from(json), VariableContent, 'patched template', owner)) as VariableContent;
}
