import type { FileStore } from '@toolpress/storage';
import { SheetSource } from '../resources/sheet-source.js';

/** A store that only keeps what was put last. @param onStore called before that. */
export function keepingStore(
  onStore: () => Promise<void> = async () => undefined,
): Pick<FileStore, 'put' | 'readKept'> & { last(): Buffer } {
  let kept: Buffer | undefined;
  return {
    async put(_id, bytes) {
      await onStore();
      kept = Buffer.from(bytes);
    },
    readKept: async () => undefined,
    last() {
      if (kept === undefined) throw new Error('nothing was stored');
      return kept;
    },
  };
}

/** For documents without remote style sheets. */
export const NO_SHEETS = new SheetSource({ request: () => Promise.reject(new Error('no sheet was expected')) });
