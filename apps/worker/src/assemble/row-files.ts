/** Reads the files of rows one after the other, some ahead where they are small. */
import { ServiceError } from '@toolpress/contract';
import { type FileKind, type FileStore, fileKind } from '@toolpress/storage';

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
/** Where the last file was larger, the next is not read before that is done with: a few of them would fill the memory. */
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

  async *[Symbol.asyncIterator](): AsyncGenerator<RowFile> {
    const rows = this.ids.entries();
    const reading: Promise<RowFile | undefined>[] = [];
    let isLarge = false;
    const readAhead = (): void => {
      while (reading.length < (isLarge ? 1 : AHEAD)) {
        const next = rows.next();
        if (next.done) return;
        const [index, id] = next.value;
        if (id === '') continue;
        const file = this.read(id, index + 1);
        file.catch(() => undefined); // thrown when its turn comes
        reading.push(file);
      }
    };
    readAhead();
    for (let next = reading.shift(); next !== undefined; next = reading.shift()) {
      this.signal.throwIfAborted();
      const file = await next;
      isLarge = file !== undefined && file.content.length > LARGE_BYTES;
      if (file === undefined) this.missing += 1;
      else {
        if (!isLarge) readAhead();
        yield file;
      }
      readAhead();
    }
  }

  /** @returns undefined when it was deleted, or has expired. */
  private async read(id: string, row: number): Promise<RowFile | undefined> {
    try {
      const { stream, sizeBytes, filename, storedAt } = await this.store.open(id);
      const pieces: Buffer[] = [];
      for await (const piece of stream) pieces.push(piece as Buffer);
      const content = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
      if (content.length !== sizeBytes) throw new Error(`the store gave ${content.length} of ${sizeBytes} bytes`);
      return { row, kind: fileKind(id), filename, storedAt, content };
    } catch (error) {
      if (error instanceof ServiceError && error.status < 500) return undefined;
      throw error;
    }
  }
}
