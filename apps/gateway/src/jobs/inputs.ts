/**
 * Stores the input of jobs, batches and uploads, encrypted in the file store until they end.
 *
 * A file is listed as unclaimed before it is stored. The script that accepts the job claims it. If a process is killed in between, a sweep
 * deletes the file. The files of a rejected job are deleted immediately. When Redis did not answer, or may have lost its latest writes,
 * the files are listed again as soon as Redis is available, unless their job was accepted. The files of an ended job are listed, too.
 * They are deleted only when Redis cannot lose the end of the job any more: the job would have to run again without its input.
 */
import { noteFile, UNCLAIMED_FILES, unclaimedFile } from '@toolpress/queue';
import { isReplyError, type Redis, type SecretBox } from '@toolpress/runtime';
import { type FileStore, newFileId } from '@toolpress/storage';
import { objectScript } from '../shared/redis-scripts.js';

const noteInputs = objectScript<{ files: readonly string[] }>('jobs/note-inputs');

/** The interval in milliseconds. With `appendfsync everysec`, Redis delays writes by up to two seconds while its disk is busy. */
const CHECK_EVERY_MS = 2_500;

/** The input of a job or a batch that has ended. */
interface EndedInput {
  accountId: string;
  /** The key of the record. */
  key: string;
  ids: readonly string[];
}

/** The job, batch or upload that the files belong to. */
interface Owner {
  accountId: string;
  /** The key of the record. The files are encrypted for it. */
  key: string;
  box: SecretBox;
  expiresAt: Date;
}

export class Inputs {
  /** The recently claimed files, in two generations. */
  private latest: InputFiles[] = [];
  private earlier: InputFiles[] = [];
  /** The files of which it is unknown whether they are claimed. */
  private doubtful: InputFiles[] = [];
  /** The recently ended inputs, in two generations. */
  private ended: EndedInput[] = [];
  private endedEarlier: EndedInput[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** Redis can lose writes only when it crashes or is replaced by its replica. Both close the connection. */
  private readonly onLost = (): void => {
    this.doubtful.push(...this.earlier.splice(0), ...this.latest.splice(0));
  };

  constructor(
    readonly redis: Redis,
    readonly store: Pick<FileStore, 'put' | 'remove'>,
  ) {}

  /** Starts the regular check, and watches the connection. */
  begin(): this {
    this.redis.on('close', this.onLost);
    this.timer = setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
    return this;
  }

  close(): void {
    this.redis.off('close', this.onLost);
    clearInterval(this.timer);
  }

  /** Returns an empty set of files for a new job, batch or upload. */
  of(owner: Owner): InputFiles {
    return new InputFiles(this, owner);
  }

  /** Adds claimed files whose claim Redis may still lose. */
  remember(files: InputFiles): void {
    this.latest.push(files);
  }

  /** Adds files of which it is unknown whether they are claimed. */
  doubt(files: InputFiles): void {
    this.doubtful.push(files);
  }

  /** Deletes the input of an ended job or batch after a few seconds, or by a sweep. @throws what Redis throws. */
  async removeSoon(input: EndedInput): Promise<void> {
    await Promise.all(input.ids.map((id) => noteFile(this.redis, input.accountId, id)));
    this.ended.push(input);
  }

  /** Lists doubtful files as unclaimed, and deletes the input of jobs that ended before the previous check. Runs regularly. */
  async check(): Promise<void> {
    this.earlier = this.latest.splice(0);
    const due = this.endedEarlier.splice(0);
    this.endedEarlier = this.ended.splice(0);
    for (const files of this.doubtful.splice(0)) await files.note().catch(() => this.doubt(files));
    for (const input of due) await this.remove(input).catch(() => this.endedEarlier.push(input));
  }

  private async remove({ accountId, key, ids }: EndedInput): Promise<void> {
    const [created, outcome] = await this.redis.hmget(key, 'created', 'place');
    const isEndLost = created != null && outcome == null;
    if (!isEndLost) await this.store.remove(...ids); // otherwise the job runs again
    await this.redis.zrem(UNCLAIMED_FILES, ...ids.map((id) => unclaimedFile(accountId, id)));
  }
}

export class InputFiles {
  readonly ids: string[] = [];
  /** The size of the encrypted files in bytes. */
  bytes = 0;

  constructor(
    private readonly inputs: Inputs,
    private readonly owner: Owner,
  ) {}

  /** Encrypts and stores a file. @returns its id. @throws ServiceError `unavailable`, what Redis throws. */
  async put(content: Buffer): Promise<string> {
    const { box, key, expiresAt } = this.owner;
    const sealed = Buffer.from(box.seal(content, key));
    const id = newFileId(expiresAt);
    await this.note(id);
    this.ids.push(id); // a failed upload may still have created the file
    await this.inputs.store.put(id, sealed);
    this.bytes += sealed.length;
    return id;
  }

  /** The members of the sorted set of unclaimed files. */
  get members(): string[] {
    return this.membersOf(this.ids);
  }

  /**
   * Runs the script that accepts the job and claims the files. Deletes the files when the script rejects it.
   *
   * @param isTaken returns whether the script's reply means that it accepted the job.
   * @throws what the script throws.
   */
  async takeOver<Reply>(script: () => Promise<Reply>, isTaken: (reply: Reply) => boolean): Promise<Reply> {
    const reply = await script().catch(async (error: unknown) => {
      if (isReplyError(error)) await this.discard();
      else this.inputs.doubt(this); // the reply may have been lost, not the command
      throw error;
    });
    if (isTaken(reply)) this.inputs.remember(this);
    else await this.discard();
    return reply;
  }

  /** Deletes the files now, or by a sweep if the store is unavailable. */
  async discard(): Promise<void> {
    if (this.ids.length === 0) return;
    const { redis, store } = this.inputs;
    try {
      await store.remove(...this.ids);
      await redis.zrem(UNCLAIMED_FILES, ...this.membersOf(this.ids));
    } catch {
      this.inputs.doubt(this); // files that are listed already are swept in any case
    }
  }

  /** Lists the files as unclaimed, unless they are claimed already. */
  async note(...ids: string[]): Promise<void> {
    const files = this.membersOf(ids.length > 0 ? ids : this.ids);
    await noteInputs.run(this.inputs.redis, [UNCLAIMED_FILES, this.owner.key], { files });
  }

  private membersOf(ids: readonly string[]): string[] {
    return ids.map((id) => unclaimedFile(this.owner.accountId, id));
  }
}
