import type { FileStore } from '@toolpress/storage';

/** A store that only keeps what was put last. */
export function keepingStore(): Pick<FileStore, 'put' | 'readKept'> & { last(): Buffer } {
  let kept: Buffer | undefined;
  return {
    async put(bytes) {
      kept = Buffer.from(bytes);
      return 'kept';
    },
    readKept: async () => undefined,
    last() {
      if (kept === undefined) throw new Error('nothing was stored');
      return kept;
    },
  };
}
