/**
 * What jobs, batches and uploads were sent, sealed in the file store until they are over.
 *
 * A file is noted as unclaimed before it is stored, and claimed by the script that takes over what it was stored for: whoever is killed in
 * between, a sweep deletes it. What is refused for certain is deleted at once. Where Redis has not answered, or may have lost what it
 * did last, the file is noted once more as soon as Redis is there, unless it was taken over. What is over is noted, too, and its files are
 * deleted when Redis can't lose its end any more: else it would have to be done again, of files that are gone.
 */
import { noteFile, UNCLAIMED_FILES, unclaimedFile } from '@toolpress/queue';
import { isReplyError, type Redis } from '@toolpress/runtime';
import { type FileStore, newFileId } from '@toolpress/storage';
import { luaScript } from '../shared/redis-scripts.js';
import type { SecretBox } from '../shared/secret-box.js';

const noteInputs = luaScript('note-inputs');

/** With `appendfsync everysec` Redis holds writes back for up to two seconds while its disk is busy: what is older is not lost with it. */
const LOOK_EVERY_MS = 2_500;

/** What was sent for a job or a batch that is over. */
interface Over {
  accountId: string;
  /** The key of its record. */
  key: string;
  ids: readonly string[];
}

/** What takes the files over. */
interface Owner {
  accountId: string;
  /** The key of its record, which the files are sealed for. */
  key: string;
  box: SecretBox;
  expiresAt: Date;
}

export class Inputs {
  /** What was taken over lately, in two generations. */
  private latest: InputFiles[] = [];
  private earlier: InputFiles[] = [];
  private doubtful: InputFiles[] = [];
  /** What was over lately, likewise. */
  private over: Over[] = [];
  private overEarlier: Over[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** Only a Redis that was lost, or replaced by its replica, can have forgotten anything. */
  private readonly onLost = (): void => {
    this.doubtful.push(...this.earlier.splice(0), ...this.latest.splice(0));
  };

  constructor(
    readonly redis: Redis,
    readonly store: Pick<FileStore, 'put' | 'remove'>,
  ) {}

  /** Begins to look at what is over, and at losses of the connection. */
  begin(): this {
    this.redis.on('close', this.onLost);
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    return this;
  }

  close(): void {
    this.redis.off('close', this.onLost);
    clearInterval(this.timer);
  }

  /** Files for what is to be taken over; none yet. */
  of(owner: Owner): InputFiles {
    return new InputFiles(this, owner);
  }

  /** Whether they are taken over may be forgotten. */
  remember(files: InputFiles): void {
    this.latest.push(files);
  }

  /** Whether they are taken over is not known. */
  doubt(files: InputFiles): void {
    this.doubtful.push(files);
  }

  /** Deletes what a job or a batch that is over was sent, a few seconds later, or by a sweep. @throws what Redis throws. */
  async removeSoon(over: Over): Promise<void> {
    await Promise.all(over.ids.map((id) => noteFile(this.redis, over.accountId, id)));
    this.over.push(over);
  }

  /** Notes what is not taken over, or was forgotten; deletes what was over before the last look. Done every now and then. */
  async look(): Promise<void> {
    this.earlier = this.latest.splice(0);
    const due = this.overEarlier.splice(0);
    this.overEarlier = this.over.splice(0);
    for (const files of this.doubtful.splice(0)) await files.note().catch(() => this.doubt(files));
    for (const over of due) await this.remove(over).catch(() => this.overEarlier.push(over));
  }

  private async remove({ accountId, key, ids }: Over): Promise<void> {
    const [created, place] = await this.redis.hmget(key, 'created', 'place');
    const isForgotten = created != null && place == null;
    if (isForgotten) return; // it is done again
    await this.store.remove(...ids);
    await this.redis.zrem(UNCLAIMED_FILES, ...ids.map((id) => unclaimedFile(accountId, id)));
  }
}

export class InputFiles {
  readonly ids: string[] = [];
  /** What they take in the store. */
  bytes = 0;

  constructor(
    private readonly inputs: Inputs,
    private readonly owner: Owner,
  ) {}

  /** Seals and stores a file. @returns its id. @throws ServiceError `unavailable`, what Redis throws. */
  async put(content: Buffer): Promise<string> {
    const { box, key, expiresAt } = this.owner;
    const sealed = Buffer.from(box.seal(content, key));
    const id = newFileId(expiresAt);
    await this.note(id);
    this.ids.push(id); // what can't be stored may be there all the same
    await this.inputs.store.put(id, sealed);
    this.bytes += sealed.length;
    return id;
  }

  /** The files as `claim-files.lua` takes them. */
  get claimed(): string {
    return JSON.stringify(this.members(this.ids));
  }

  /**
   * Runs the script that takes over what they were stored for. When it does not, they are deleted.
   *
   * @param isTaken whether the script's reply says that it has.
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

  /** Nobody takes them over: they are deleted, now or by a sweep. */
  async discard(): Promise<void> {
    if (this.ids.length === 0) return;
    const { redis, store } = this.inputs;
    try {
      await store.remove(...this.ids);
      await redis.zrem(UNCLAIMED_FILES, ...this.members(this.ids));
    } catch {
      this.inputs.doubt(this); // those that are noted already are swept, too
    }
  }

  /** Notes them as unclaimed, unless they are taken over. */
  async note(...ids: string[]): Promise<void> {
    const members = this.members(ids.length > 0 ? ids : this.ids);
    await noteInputs(this.inputs.redis, [UNCLAIMED_FILES, this.owner.key], members);
  }

  private members(ids: readonly string[]): string[] {
    return ids.map((id) => unclaimedFile(this.owner.accountId, id));
  }
}
