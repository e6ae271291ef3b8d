/** Reads the files of rows in order. Small files are read ahead. */
import { ServiceError } from '@toolpress/contract';
import { type FileKind, type FileStore, fileKind, type OpenedFile, storeUnavailable } from '@toolpress/storage';

export interface RowFile {
  /** The number of the row, from 1. */
  row: number;
  kind: FileKind;
  filename: string | undefined;
  storedAt: Date;
  content: Buffer;
}

/** The number of files that are read at a time. */
const AHEAD = 8;
/** A larger file, in bytes, is not read ahead: a few of them would fill the memory. */
const LARGE_BYTES = 2 * 1024 * 1024;

export class RowFiles {
  /** The number of files that were deleted or had expired. */
  missing = 0;

  /** @param ids of the rows' files, in order; empty for a row without a file. */
  constructor(
    private readonly store: Pick<FileStore, 'open'>,
    private readonly ids: readonly string[],
    private readonly signal: AbortSignal,
  ) {}

  /** @throws ServiceError `unavailable`. The reason of the signal. */
  async *[Symbol.asyncIterator](): AsyncGenerator<RowFile> {
    const wanted = [...this.ids.entries()].filter(([, id]) => id !== '');
    const ahead = new Map<number, Promise<RowFile | 'large' | undefined>>();
    let isLarge = false;
    for (const [turn, [index, id]] of wanted.entries()) {
      this.signal.throwIfAborted();
      // After a large file the next ones are mostly large, too.
      for (const [place, each] of isLarge ? [] : wanted.slice(turn, turn + AHEAD)) {
        if (ahead.has(place)) continue;
        const file = this.read(each, place, LARGE_BYTES);
        file.catch(() => undefined); // rejects again when its turn comes
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

  /** Returns undefined for a file that was deleted or has expired; `large` for one over the given size. */
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

/** Reads a file. @throws ServiceError `unavailable` for a stream that breaks off; a retry may succeed. */
async function contentOf({ stream, sizeBytes }: OpenedFile): Promise<Buffer> {
  try {
    const pieces: Buffer[] = [];
    for await (const piece of stream) pieces.push(piece as Buffer);
    const content = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
    if (content.length !== sizeBytes) throw new Error(`the store returned ${content.length} of ${sizeBytes} bytes`);
    return content;
  } catch (error) {
    throw storeUnavailable(error);
  }
}
