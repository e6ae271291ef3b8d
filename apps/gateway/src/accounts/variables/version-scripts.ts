/** The scripts that change template variables, and their keys. */
import {
  DRAFT,
  MAX_VARIABLES,
  MAX_VARIABLES_BYTES,
  MAX_VERSIONS,
  ServiceError,
  type TemplateVersion,
} from '@toolpress/contract';
import type { Redis, RedisScript } from '@toolpress/runtime';
import type { Preconditions } from '../../api/preconditions.js';
import { keys } from '../../shared/keys.js';
import { objectScript } from '../../shared/redis-scripts.js';
import type { Author } from './variable-lists.js';

/** The largest number of versions of an account that are not published. */
const MAX_HISTORY = 2_000;
/** The largest number of last version numbers, also of deleted variables. */
const MAX_NUMBERS = 10_000;

/** The fields of an answer: time of creation, last change, version, time of publication, note, time of the draft. */
export type AboutVersion = (string | null)[];

/** The reply when a precondition does not hold: what is stored. All are empty if nothing is. */
type Refusal = ['refused', version: string, savedAt: string, by: string];

const script = <Arguments extends object, Result>(
  name: string,
): RedisScript<Arguments & { name: string }, Result | Refusal> =>
  objectScript('accounts/variables/versions', `accounts/variables/${name}`);

interface Saving {
  now: string;
  bytes: number;
  by: string;
  note?: string;
  is_draft: boolean;
  tag: string;
}
/** What a saved text lacks of the one that it replaces: its version, and the parts with size and names of members. */
export type DroppedParts = [version: string, ...parts: [part: string, bytes: number, names: string][]];

const saveVariable = script<Saving, [exceeded: 'count' | 'size' | '', about: AboutVersion, dropped: DroppedParts]>(
  'save-variable',
);
const publishVersion = script<{ now: string; version: string; note?: string }, 1 | null>('publish-version');
const removeDraft = script<object, 0 | 1>('remove-draft');
const removeVariable = script<object, 0 | 1>('remove-variable');

/** Runs the scripts for the variables of an account. */
export class VersionScripts {
  constructor(private readonly redis: Redis) {}

  /** @param fields alternating names and values. @throws ServiceError `precondition_failed`. */
  async save(
    accountId: string,
    name: string,
    saving: Omit<Saving, 'now'>,
    preconditions: Preconditions,
    fields: readonly string[],
  ) {
    const args = { ...limitsOf(accountId, name), now: now(), ...saving, ...argumentsOf(preconditions) };
    const reply = await saveVariable.run(this.redis, keysOf(accountId, name), args, ...fields);
    if (reply[0] === 'refused') throw refused(name, reply, preconditions);
    return reply;
  }

  /** @returns whether the version exists. @throws ServiceError `precondition_failed`. */
  async publish(
    accountId: string,
    name: string,
    version: TemplateVersion,
    preconditions: Preconditions,
    note?: string,
  ): Promise<boolean> {
    const about = { now: now(), version: String(version), ...(note && { note }) };
    const args = { ...limitsOf(accountId, name), ...about, ...argumentsOf(preconditions) };
    return isDone(name, await publishVersion.run(this.redis, keysOf(accountId, name), args), preconditions);
  }

  /** @returns whether the draft existed. @throws ServiceError `precondition_failed`. */
  async removeDraft(accountId: string, name: string, preconditions: Preconditions): Promise<boolean> {
    const args = { ...limitsOf(accountId, name), ...argumentsOf(preconditions) };
    return isDone(name, await removeDraft.run(this.redis, keysOf(accountId, name), args), preconditions);
  }

  /** @returns whether the variable existed. @throws ServiceError `precondition_failed`. */
  async remove(accountId: string, name: string, preconditions: Preconditions): Promise<boolean> {
    const args = { ...limitsOf(accountId, name), ...argumentsOf(preconditions) };
    return isDone(name, await removeVariable.run(this.redis, keysOf(accountId, name), args), preconditions);
  }
}

const argumentsOf = ({ match, isNew }: Preconditions) => ({ ...(match && { match }), ...(isNew && { is_new: true }) });

function isDone(name: string, reply: 0 | 1 | null | Refusal, preconditions: Preconditions): boolean {
  if (Array.isArray(reply)) throw refused(name, reply, preconditions);
  return reply === 1;
}

/** Returns the error of a precondition that does not hold: what has changed, when, by whom, and what to do. */
function refused(name: string, [, version, savedAt, by]: Refusal, { isNew }: Preconditions): ServiceError {
  const author = JSON.parse(by || 'null') as Author | null;
  const saved = `saved at ${savedAt}${author === null ? '' : ` by the token \`${author.name ?? author.id}\``}`;
  const what = version === DRAFT ? `the draft of \`${name}\`` : `version ${version} of \`${name}\``;
  const message =
    version === ''
      ? `The template variable \`${name}\` does not exist: it was deleted after it was read, or never saved. Without \`If-Match\` the request creates it.`
      : isNew
        ? `The name \`${name}\` is in use: ${what} was ${saved}. Choose another name, or send its \`ETag\` in \`If-Match\` to replace it.`
        : `The text has changed since it was read: ${what} was ${saved}. Read it, merge the changes and send its \`ETag\`; without \`If-Match\` the request replaces it.`;
  return new ServiceError('precondition_failed', message);
}

const now = (): string => new Date().toISOString();

const keysOf = (accountId: string, name: string): string[] => [
  ...[keys.variable(accountId, name), keys.variables(accountId), keys.variableSizes(accountId)],
  ...[keys.variableNumbers(accountId), keys.variableVersions(accountId, name), keys.variableHistory(accountId)],
  keys.variableVersion(accountId, name, DRAFT),
];

const limitsOf = (accountId: string, name: string) => ({
  ...{ name, version_prefix: keys.variableVersion(accountId), versions_prefix: keys.variableVersions(accountId, '') },
  ...{ most_versions: MAX_VERSIONS, most_history: MAX_HISTORY, most_numbers: MAX_NUMBERS },
  ...{ most_count: MAX_VARIABLES, most_bytes: MAX_VARIABLES_BYTES },
});
