/**
 * Deletes the data that a feature stores for an account outside of the account's Redis keys, such as files. Each feature registers with the
 * app. Closing an account deletes the data of all features, and the keys.
 */
export interface AccountData {
  /** Deletes data of the whole account. */
  deleteAccount?(accountId: string): Promise<void>;
  /** Deletes files that Redis keys of the account refer to. */
  filesByKey?: {
    /** Returns the prefix of those keys. */
    prefix(accountId: string): string;
    /** Deletes the files that a key refers to. */
    delete(key: string): Promise<void>;
  };
}
