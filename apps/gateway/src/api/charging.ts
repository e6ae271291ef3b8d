/** The interfaces for charging calls and checking the storage quota. `accounts/billing` implements them. */
import { TOOLS, type ToolName } from '@toolpress/contract';
import type { Logger } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import type { Caller } from '../auth/callers.js';
import type { Completion } from './completion.js';

/** The charge of one call. */
export interface Charge {
  /** A generated id, because a request id from the caller could repeat. */
  id: string;
  caller: Caller;
  /** The tools that the call is charged as, each with its actions. */
  tools: readonly ToolName[];
  /** The actions of all tools together. */
  actions: number;
  /** The logger of the request. */
  log: Logger;
  /** The id of the held actions, if the account has a quota. */
  hold: string;
}

/** The current and the previous owners of a job. The holds of previous owners are released, because a job has only one. */
export interface Taking {
  owner: string;
  ownersBefore: readonly string[];
}

/** A file that counts for the account until it expires. */
export interface StoredFile {
  id: string;
  sizeBytes: number;
}

/** The data that is written atomically with the charge. */
export interface Extras {
  completion?: Completion | undefined;
  file?: StoredFile | undefined;
}

export interface Settled {
  /** The fields of the record, if another request with the same idempotency key completed it or it has another owner. Not charged then. */
  done?: string[];
  /** The number of bytes that the account stores, if the charge changed it. */
  storedBytes?: number;
  /** Whether the lease of a row was released. */
  isReleased?: boolean;
}

/** Charges calls. Implemented by `Charges`. */
export interface Charging {
  /** @throws ServiceError `unavailable`, `quota_exceeded`, `concurrency_exceeded`. */
  begin(caller: Caller, tools: readonly ToolName[], log: Logger, taking?: Taking): Promise<Charge>;
  /**
   * Checks for what is not charged whether a call would exceed the monthly quota, apart from the running calls.
   *
   * @throws ServiceError `quota_exceeded`.
   */
  check(caller: Caller, tools: readonly ToolName[]): Promise<void>;
  /**
   * Returns the charge of a call whose result costs more than was expected. The actions are held instead of the earlier ones.
   *
   * @param waiting of a job. It waits for the actions that running calls hold, and holds none meanwhile, so that jobs do not wait for each other.
   * @throws ServiceError like `begin`; the signal's reason.
   */
  raise(charge: Charge, tools: readonly ToolName[], waiting?: AbortSignal): Promise<Charge>;
  /** Releases the actions held for a call that failed. */
  release(charge: Charge): void;
  /** Charges a success, and writes the extras in the same step. */
  settle(charge: Charge, extras?: Extras): Promise<Settled>;
}

/** Limits the bytes that an account stores. */
export interface StorageLimit {
  /** @throws ServiceError `storage_quota_exceeded`. */
  check(accountId: string): Promise<void>;
  /** Updates the number of bytes that the account stores. */
  note(accountId: string, bytes: number): void;
}

/** Deletes the file of a failed call. If the store is unavailable, a sweep deletes the unclaimed file. */
export function discard(store: Pick<FileStore, 'remove'>, file: StoredFile | undefined): void {
  if (file !== undefined) store.remove(file.id).catch(() => undefined);
}

/** What a result is charged as, besides the tools of its request. */
export interface ChargedMore<Result> {
  moreCharged?(result: Result): readonly ToolName[];
}

/** Returns a tool as often as it is charged more than once. @param times at least 1. */
export const again = (tool: ToolName, times: number): ToolName[] => Array<ToolName>(times - 1).fill(tool);

/** Returns the actions of tools together. */
export const actionsOf = (tools: readonly ToolName[]): number =>
  tools.reduce((sum, tool) => sum + TOOLS[tool].actions, 0);

/** The charge of a running call. It is known in full when there is a result. */
export class RunningCharge<Result> {
  /** The tools of the request. */
  private readonly requested: readonly ToolName[];

  constructor(
    private readonly charges: Pick<Charging, 'raise'>,
    private readonly endpoint: ChargedMore<Result>,
    public charge: Charge,
    private readonly waiting?: AbortSignal,
  ) {
    this.requested = charge.tools;
  }

  /** Holds the actions that a result costs, or will cost with its next page. @throws ServiceError like `Charging.raise`. */
  readonly cover = async (result: Result): Promise<void> => {
    const tools = [...this.requested, ...(this.endpoint.moreCharged?.(result) ?? [])];
    this.charge =
      tools.length > this.charge.tools.length
        ? await this.charges.raise(this.charge, tools, this.waiting)
        : // All that was held is released by the charge.
          { ...this.charge, tools, actions: actionsOf(tools) };
  };
}
