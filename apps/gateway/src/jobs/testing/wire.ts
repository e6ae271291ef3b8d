/** A connection to Redis whose commands wait until a test runs them: in time, late, twice or without a reply. */
import type { Redis } from '@toolpress/runtime';

/** A command that a gateway has sent and that Redis has not run. */
interface Sent {
  run(): Promise<unknown>;
  /** Settles the gateway's promise. Has no effect when the gateway has given up. */
  resolve(reply: unknown): void;
  reject(error: unknown): void;
  /** Whether a gateway may send the same command again. */
  isRepeatable: boolean;
}

/** What ioredis throws when it has waited for a reply for too long. */
const timedOut = (): Error => new Error('Command timed out');
/** Returns whether a command takes jobs. Each taking has a new id, so a gateway never sends it twice. */
export const isTaking = (text: string): boolean => text.includes('"most_calls":');
const NOT_SENT: ReadonlySet<string | symbol> = new Set(['defineCommand', 'on', 'off', 'once']);

export type Watched = (text: string, run: () => Promise<unknown>) => Promise<unknown>;

export class Wire {
  /** The commands of the current connection, in the order in which Redis will run them. */
  private sent: Sent[] = [];
  /** The commands of broken connections: Redis runs those of each in order, whenever it reads them. */
  private broken: Sent[][] = [];
  readonly redis: Redis;

  /** @param watched runs each command. Its arguments are joined by spaces. */
  constructor(target: Redis, watched: Watched) {
    this.redis = new Proxy(target, {
      get: (_target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (NOT_SENT.has(name)) return value.bind(target);
        return (...args: unknown[]) =>
          new Promise((resolve, reject) => {
            const text = args.join(' ');
            const run = (): Promise<unknown> => watched(text, () => Reflect.apply(value, target, args));
            this.sent.push({ run, resolve, reject, isRepeatable: !isTaking(text) });
          });
      },
    });
  }

  get isIdle(): boolean {
    return this.sent.length === 0 && this.broken.length === 0;
  }

  /** Runs the next command, if any. @param times runs it again. @param isReplyLost lets the gateway time out afterwards. */
  async deliver(times = 1, isReplyLost = false): Promise<void> {
    const command = this.sent.shift();
    if (command === undefined) return;
    if (isReplyLost) await command.run().then(() => command.reject(timedOut()), command.reject);
    else
      for (let time = 0; time < (command.isRepeatable ? times : 1); time++)
        await command.run().then(command.resolve, command.reject);
  }

  /** Lets the gateway give up all commands, as when Redis stands still. Redis runs them later. */
  timeOut(): void {
    for (const { reject } of this.sent) reject(timedOut());
  }

  /** Breaks the connection. @param isLost whether Redis never reads its commands. */
  break(isLost: boolean): void {
    this.timeOut();
    if (!isLost && this.sent.length > 0) this.broken.push(this.sent);
    this.sent = [];
  }

  /** Ends the gateway: it sees no more replies. */
  die(isLost: boolean): void {
    const ignore = (): void => undefined;
    this.sent = this.sent.map((command) => ({ ...command, resolve: ignore, reject: ignore }));
    this.break(isLost);
  }

  /** Runs the next command of a broken connection, if there is one. @param index chooses the connection. */
  async deliverLate(index: number): Promise<void> {
    const commands = this.broken[index % this.broken.length];
    await commands
      ?.shift()
      ?.run()
      .catch(() => undefined);
    this.broken = this.broken.filter(({ length }) => length > 0);
  }
}
