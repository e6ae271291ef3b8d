/** Saved template variables of an account, and their versions. */
import {
  anyOf,
  DRAFT,
  jsonText,
  MAX_VARIABLES,
  MAX_VARIABLES_BYTES,
  MAX_VERSION_BYTES,
  nearestNames,
  readReference,
  ServiceError,
  TEMPLATE_PARTS,
  type TemplateVersion,
  type Variable,
  type VariableContent,
} from '@toolpress/contract';
import { type Redis, SMALL_BYTES } from '@toolpress/runtime';
import { Holding, MemoryPool } from '../../api/memory-budget.js';
import type { Preconditions } from '../../api/preconditions.js';
import { keys } from '../../shared/keys.js';
import { hashOf, objectScript } from '../../shared/redis-scripts.js';
import { droppedWarnings } from './dropped-parts.js';
import { type Author, VariableLists } from './variable-lists.js';
import { namesIn, shownOf, tagOf, type VariableKind, type VersionRecord } from './version-record.js';
import { VersionScripts } from './version-scripts.js';

const readVariables = objectScript<
  { kind: VariableKind; room: number; most: number; uses: number[]; versions?: string[] },
  Reading
>('accounts/variables/read-variables');
const readVersion = objectScript<{ version: string; most: number }, VersionReading>('accounts/variables/read-version');

/** The limit, in bytes, of concurrent replies to this process. Redis holds a reply in memory until it is read. */
const REPLIES_BYTES = 16 * 1024 * 1024;

/** The largest number of unknown variables that one error explains. */
const MAX_EXPLAINED = 3;
/** The reply of `read-variables.lua`. */
type Reading = [verdict: 'read' | 'large' | 'too large', bytes: number, contents: (string | null)[]];
/** The reply of `read-version.lua`. */
type VersionReading = [
  verdict: 'read' | 'large' | 'missing',
  bytes: number,
  fields: string[],
  isPublished: number,
  draftSavedAt: string | null,
];

export interface FoundVersion {
  record: VersionRecord;
  version: TemplateVersion;
  bytes: number;
  isPublished: boolean;
  /** Absent without a draft. */
  draftSavedAt?: string;
}

/** Variables that do not exist or are of another kind. */
export interface Unknown {
  message: string;
  /** References. */
  names: readonly string[];
  kind: VariableKind;
  field: string;
}

/** Reserves memory; waits while there is not enough. */
export type Hold = (bytes: number) => Promise<void> | undefined;

export class Variables {
  private readonly replies = new MemoryPool(REPLIES_BYTES);
  private readonly scripts: VersionScripts;
  readonly lists: VariableLists;

  constructor(private readonly redis: Redis) {
    this.scripts = new VersionScripts(redis);
    this.lists = new VariableLists(redis);
  }

  /**
   * Publishes a new version of a variable, or saves its draft. Equal content makes no version.
   *
   * @param preconditions about the text that is replaced: the published version; for a draft the draft, if there is one.
   * @throws ServiceError `invalid_parameter` when the version is too large, or the number or the total size of the account's variables exceeds
   *   its limit. `precondition_failed`.
   */
  async save(
    accountId: string,
    name: string,
    given: VariableContent,
    by: Author | null = null,
    preconditions: Preconditions = {},
  ): Promise<Variable> {
    const { kind, content, note, draft = false } = given;
    const parts = TEMPLATE_PARTS.flatMap((part): [string, string][] => {
      const value = given[part];
      return value === undefined ? [] : [[part, typeof value === 'string' ? value : jsonText(value)]];
    });
    const texts: [string, string][] = [['kind', kind], ['content', content], ...parts];
    const bytes = texts.reduce((sum, [part, text]) => sum + (part === 'kind' ? 0 : Buffer.byteLength(text)), 0);
    if (bytes > MAX_VERSION_BYTES)
      throw invalid(`The parts of the template must have at most ${MAX_VERSION_BYTES / 1024 / 1024} MiB together.`);
    const tag = tagOf(texts);
    const saving = { bytes, by: JSON.stringify(by), is_draft: draft, tag, ...(note !== undefined && { note }) };
    const fields = [...texts.flat(), ...namesIn(given)];
    const [exceeded, about, dropped] = await this.scripts.save(accountId, name, saving, preconditions, fields);
    if (exceeded === 'count')
      throw invalid(`The account has reached the limit of ${MAX_VARIABLES} template variables. Delete one first.`);
    if (exceeded === 'size')
      throw invalid(
        `The template variables of the account would exceed ${MAX_VARIABLES_BYTES / 1024 / 1024} MiB in total. Delete one first.`,
      );
    const saved = Object.fromEntries(parts.map(([part]) => [part, given[part as keyof VariableContent]]));
    const warnings = droppedWarnings(name, dropped, draft);
    return { name, kind, content, ...saved, ...shownOf(about), etag: `"${tag}"`, ...(warnings && { warnings }) };
  }

  /** Publishes a version or the draft, which preconditions are about. @returns whether it exists. @throws ServiceError `precondition_failed`. */
  publish(
    accountId: string,
    name: string,
    version: TemplateVersion,
    { note, preconditions = {} }: { note?: string | undefined; preconditions?: Preconditions | undefined } = {},
  ): Promise<boolean> {
    return this.scripts.publish(accountId, name, version, preconditions, note);
  }

  /** Deletes the draft. @returns whether it existed. @throws ServiceError `precondition_failed`. */
  removeDraft(accountId: string, name: string, preconditions: Preconditions = {}): Promise<boolean> {
    return this.scripts.removeDraft(accountId, name, preconditions);
  }

  /**
   * Deletes a variable with its versions. Preconditions are about the draft, else the published version.
   *
   * @returns whether it existed.
   * @throws ServiceError `precondition_failed`.
   */
  remove(accountId: string, name: string, preconditions: Preconditions = {}): Promise<boolean> {
    return this.scripts.remove(accountId, name, preconditions);
  }

  /**
   * Reads a version. Takes one round trip, or two if it is large.
   *
   * @param version undefined for the published one.
   * @param signal of the caller, because large replies wait for each other.
   * @param hold called with the size in bytes before a large version is read.
   * @returns undefined if it does not exist.
   */
  async version(
    accountId: string,
    name: string,
    version: TemplateVersion | undefined,
    signal: AbortSignal,
    hold: Hold,
  ): Promise<FoundVersion | undefined> {
    const touched = [keys.variable(accountId, name), keys.variableVersion(accountId, name, version)];
    const read = (most: number) =>
      readVersion.run(this.redis, [...touched, keys.variableVersion(accountId, name, DRAFT)], {
        version: String(version ?? ''),
        most,
      });
    let reply = await read(SMALL_BYTES);
    while (reply[0] === 'large') {
      const bytes = reply[1];
      await hold(bytes);
      reply = await this.withinReplyLimit(accountId, bytes, signal, () => read(bytes)); // it may have been replaced by a larger one
    }
    const [verdict, bytes, fields, isPublished, draftSavedAt] = reply;
    if (verdict === 'missing') return undefined;
    const record = hashOf(fields) as unknown as VersionRecord;
    return {
      ...{ record, bytes, isPublished: isPublished === 1 },
      version: record.version === DRAFT ? DRAFT : Number(record.version ?? 1),
      ...(draftSavedAt !== null && { draftSavedAt }),
    };
  }

  /**
   * Reads contents if they fit: Redis checks their sizes first. Takes one round trip, or two if the contents are large.
   *
   * @param wanted each reference with the number of its uses.
   * @param roomBytes limit of the total size, each content counted once per use.
   * @param hold called with the size in bytes before large contents are read.
   * @returns the contents of existing variables of this kind, by reference; undefined when they exceed the limit.
   */
  async contents(
    { accountId, kind, signal }: { accountId: string; kind: VariableKind; signal: AbortSignal },
    wanted: ReadonlyMap<string, number>,
    roomBytes: number,
    hold: Hold,
  ): Promise<Map<string, string> | undefined> {
    const references = [...wanted.keys()].map(readReference);
    const published = references.map(({ name }) => keys.variable(accountId, name));
    const isVersioned = references.some(({ version }) => version !== undefined);
    const versioned = references.map(({ name, version }) => keys.variableVersion(accountId, name, version));
    const args = {
      ...{ kind, room: roomBytes, uses: [...wanted.values()] },
      ...(isVersioned && { versions: references.map(({ version }) => String(version ?? '')) }),
    };
    const read = (most: number) =>
      readVariables.run(this.redis, isVersioned ? [...published, ...versioned] : published, { ...args, most });
    let [verdict, bytes, found] = await read(SMALL_BYTES);
    if (verdict === 'large') {
      await hold(bytes);
      [verdict, bytes, found] = await this.withinReplyLimit(accountId, bytes, signal, () => read(bytes));
    }
    if (verdict !== 'read') return undefined; // they may also have been replaced by larger ones meanwhile
    const pairs = [...wanted.keys()].map((name, index) => [name, found[index]] as const);
    return new Map(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
  }

  /** Returns an error with hints: versions, variables of the other kind, similar names, how to create one. */
  async explain(accountId: string, { message, names, kind, field }: Unknown): Promise<ServiceError> {
    const known = await this.redis.zrange(keys.variables(accountId), 0, '-1');
    const shown = names.slice(0, MAX_EXPLAINED).map(async (reference) => {
      const { name, version } = readReference(reference);
      if (!known.includes(name)) {
        const near = nearestNames(name, known);
        return `${near.length > 0 ? `Did you mean ${anyOf(near)}? Else save` : 'Save'} it with \`PUT /api/variables/${name}\`.`;
      }
      const [key, draft] = [keys.variable(accountId, name), keys.variableVersion(accountId, name, DRAFT)];
      const current = await this.redis.hget(key, 'version');
      const isCurrent = version === undefined || String(version) === (current ?? '1');
      const exists = await this.redis.exists(isCurrent ? key : keys.variableVersion(accountId, name, version));
      if (exists === 1) {
        const other = kind === 'html' ? 'css' : 'html';
        return `\`${reference}\` exists as a variable of the kind ${other}; \`${field}\` needs one of the kind ${kind}.`;
      }
      if (version === DRAFT) return `\`${name}\` has no draft.`;
      if (version === undefined && (await this.redis.exists(draft)) === 1)
        return `\`${name}\` has only a draft; publish it with \`POST /api/variables/${name}/publish\`.`;
      return `\`${name}\` has no version ${version}, or it is no longer kept; see \`GET /api/variables/${name}/versions\`.`;
    });
    return new ServiceError('variable_unknown', [message, ...(await Promise.all(shown))].join(' '));
  }

  /** Reads when the concurrent replies leave room for this one. */
  private async withinReplyLimit<Reply>(
    accountId: string,
    bytes: number,
    signal: AbortSignal,
    read: () => Promise<Reply>,
  ): Promise<Reply> {
    const holding = new Holding(this.replies, accountId);
    await holding.take(bytes, signal);
    try {
      return await read();
    } finally {
      holding.release();
    }
  }
}

const invalid = (message: string): ServiceError => new ServiceError('invalid_parameter', message);
