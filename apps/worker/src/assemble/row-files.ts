/** Reads the files of rows one after the other, some ahead where they are small. */
import { ServiceError } from '@toolpress/contract';
import { type FileKind, type FileStore, fileKind, type OpenedFile, storeUnavailable } from '@toolpress/storage';

export interface RowFile {
  /** From 1. */
  row: number;
  kind: FileKind;
  filename: string | undefined;
  storedAt: Date;
  content: Buffer;
}

/** How many files are read at a time. */
const AHEAD = 8;
/** A larger one is not read before its turn: a few of them would fill the memory. */
const LARGE_BYTES = 2 * 1024 * 1024;

export class RowFiles {
  /** How many were not there any more. */
  missing = 0;

  /** @param ids of the rows' files, in their order; empty for a row that has none. */
  constructor(
    private readonly store: Pick<FileStore, 'open'>,
    private readonly ids: readonly string[],
    private readonly signal: AbortSignal,
  ) {}

  /** @throws ServiceError `unavailable`; the signal's reason. */
  async *[Symbol.asyncIterator](): AsyncGenerator<RowFile> {
    const wanted = [...this.ids.entries()].filter(([, id]) => id !== '');
    const ahead = new Map<number, Promise<RowFile | 'large' | undefined>>();
    let isLarge = false;
    for (const [turn, [index, id]] of wanted.entries()) {
      this.signal.throwIfAborted();
      // Where one is large, the next ones mostly are.
      for (const [place, each] of isLarge ? [] : wanted.slice(turn, turn + AHEAD)) {
        if (ahead.has(place)) continue;
        const file = this.read(each, place, LARGE_BYTES);
        file.catch(() => undefined); // thrown when its turn comes
        ahead.set(place, file);
      }
      const begun = await (ahead.get(index) ?? 'large');
      ahead.delete(index);
      const file = begun === 'large' ? await this.read(id, index) : begun;
      isLarge = (file?.content.length ?? 0) > LARGE_BYTES;
      if (file === undefined) this.missing += 1;
      else yield file;
    }
  }

  /** @returns undefined when it was deleted, or has expired; `large` for one that is larger than wanted. */
  private async read(id: string, index: number): Promise<RowFile | undefined>;
  private async read(id: string, index: number, most: number): Promise<RowFile | 'large' | undefined>;
  private async read(id: string, index: number, most?: number): Promise<RowFile | 'large' | undefined> {
    const opened = await this.store.open(id).catch((error: unknown) => {
      if (error instanceof ServiceError && error.status < 500) return undefined;
      throw error;
    });
    if (opened === undefined) return undefined;
    if (most !== undefined && opened.sizeBytes > most) {
      opened.stream.destroy();
      return 'large';
    }
    const { filename, storedAt } = opened;
    return { row: index + 1, kind: fileKind(id), filename, storedAt, content: await contentOf(opened) };
  }
}

/** @throws ServiceError `unavailable` for a stream that breaks off: the next time it may not. */
async function contentOf({ stream, sizeBytes }: OpenedFile): Promise<Buffer> {
  try {
    const pieces: Buffer[] = [];
    for await (const piece of stream) pieces.push(piece as Buffer);
    const content = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
    if (content.length !== sizeBytes) throw new Error(`the store gave ${content.length} of ${sizeBytes} bytes`);
    return content;
  } catch (error) {
    throw storeUnavailable(error);
  }
}
