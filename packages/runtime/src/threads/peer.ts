/** Calls of functions between a thread and the process, for one task. Both sides may call each other. */
import type { Transferable } from 'node:worker_threads';
import { type ErrorData, ServiceError } from '@toolpress/contract';

/** Functions for the other side, by name. Arguments and results are copied by structured clone; buffers arrive as
 * `Uint8Array`, see `Moved`. */
export type Calls = Readonly<Record<string, (...args: never[]) => unknown>>;

/** An error of the other side. `origin` finds it there again, so that it is the same error when it returns. */
interface SentError {
  readonly origin?: number;
  readonly returned?: number;
  readonly service?: ErrorData;
  readonly text: string;
}

export type PeerMessage = { readonly task: number } & (
  | { readonly call: number | undefined; readonly name: string; readonly args: readonly unknown[] }
  | { readonly answer: number; readonly value: unknown }
  | { readonly answer: number; readonly error: SentError }
);

/** A failure of the other side. The cause is there. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  constructor(
    text: string,
    readonly origin: number | undefined,
  ) {
    super(text);
  }
}

/** An argument or a result whose bytes are moved to the other side instead of copied. This side must not use them any more. */
export class Moved {
  readonly transferred: Transferable[];

  constructor(
    readonly value: unknown,
    ...bytes: readonly Uint8Array[]
  ) {
    this.transferred = bytes.flatMap(transferable);
  }
}

/** The origins of service errors that came from the other side. */
const origins = new WeakMap<Error, number | undefined>();

interface Pending {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export class Peer {
  private readonly pending = new Map<number, Pending>();
  private readonly thrown: unknown[] = [];
  private lastCall = 0;
  private ended: unknown;

  /**
   * @param task the number of the task.
   * @param post sends a message to the other side.
   * @param calls functions for the other side.
   */
  constructor(
    private readonly task: number,
    private readonly post: (message: PeerMessage, transfer?: readonly Transferable[]) => void,
    private readonly calls: Calls,
  ) {}

  /** Calls a function of the other side. @throws its errors: a ServiceError as such, an error of this side itself, or a RemoteError. */
  call<Result>(name: string, ...args: readonly unknown[]): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (this.ended !== undefined) {
        reject(this.ended);
        return;
      }
      const call = ++this.lastCall;
      this.pending.set(call, { resolve: resolve as Pending['resolve'], reject });
      this.send(call, name, args);
    });
  }

  /** Calls a function of the other side without waiting for it. The function must not fail. */
  notify(name: string, ...args: readonly unknown[]): void {
    if (this.ended === undefined) this.send(undefined, name, args);
  }

  receive(message: PeerMessage): void {
    if ('name' in message) {
      if (message.call === undefined) void this.calls[message.name]?.(...(message.args as never[]));
      else void this.answer(message.call, message.name, message.args);
      return;
    }
    const pending = this.pending.get(message.answer);
    this.pending.delete(message.answer);
    if ('error' in message) pending?.reject(this.received(message.error));
    else pending?.resolve(message.value);
  }

  /** Ends the task: pending and later calls reject. */
  end(reason: unknown): void {
    this.ended ??= reason;
    for (const { reject } of this.pending.values()) reject(this.ended);
    this.pending.clear();
  }

  private send(call: number | undefined, name: string, args: readonly unknown[]): void {
    const moved = args.flatMap((arg) => (arg instanceof Moved ? arg.transferred : []));
    const sent = args.map((arg) => (arg instanceof Moved ? arg.value : arg));
    this.post({ task: this.task, call, name, args: sent }, moved);
  }

  private async answer(answer: number, name: string, args: readonly unknown[]): Promise<void> {
    const { task } = this;
    try {
      const called = this.calls[name];
      if (called === undefined) throw new Error(`there is no function ${name}`);
      const value = await called(...(args as never[]));
      if (this.ended !== undefined) return;
      if (value instanceof Moved) this.post({ task, answer, value: value.value }, value.transferred);
      else this.post({ task, answer, value });
    } catch (error) {
      if (this.ended === undefined) this.post({ task, answer, error: this.sent(error) });
    }
  }

  private sent(error: unknown): SentError {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const returned = error instanceof RemoteError ? error.origin : error instanceof Error && origins.get(error);
    if (typeof returned === 'number') return { text, returned };
    this.thrown.push(error);
    const origin = this.thrown.length - 1;
    return { text, origin, ...(error instanceof ServiceError && { service: error.toData() }) };
  }

  private received({ returned, service, text, origin }: SentError): unknown {
    if (returned !== undefined) return this.thrown[returned] ?? new Error(text);
    if (service === undefined) return new RemoteError(text, origin);
    const error = ServiceError.fromData(service);
    origins.set(error, origin);
    return error;
  }
}

/** Smaller buffers are copied: some share their memory with others. */
const MIN_MOVED_BYTES = 64 * 1024;

const transferable = ({ buffer, byteLength }: Uint8Array): Transferable[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength >= MIN_MOVED_BYTES ? [buffer] : [];
