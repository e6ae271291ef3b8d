/** The file of a job. It is recorded as unclaimed in Redis, then stored. A file that expires before unclaimed ones are deleted is not recorded. */
import { CLAIMED_WITHIN_SECONDS, type RenderContext } from '@toolpress/queue';
import { type FileKind, newFileId } from '@toolpress/storage';

export interface NewFileOptions {
  kind: FileKind;
  /** The requested time to keep the file, in seconds. */
  expiresIn: number | undefined;
  /** The longest and default time to keep a file, in seconds. */
  fileTtl: number;
}

export class NewFile {
  readonly id: string;
  private noted: Promise<void> | undefined;

  constructor(
    private readonly context: Pick<RenderContext, 'noteFile' | 'fileId'>,
    { kind, expiresIn = Number.POSITIVE_INFINITY, fileTtl }: NewFileOptions,
  ) {
    const { fileId } = context;
    if (kind === 'pdf' && expiresIn >= fileTtl && fileId !== undefined) {
      this.id = fileId;
      this.noted = Promise.resolve();
    } else {
      this.id = newFileId(new Date(Date.now() + Math.min(expiresIn, fileTtl) * 1_000), kind);
      if (expiresIn <= CLAIMED_WITHIN_SECONDS) this.noted = Promise.resolve();
    }
  }

  /** Records the file, once, unless its id was recorded when the job was taken. To be called while the file is made, so that `store` need not wait. */
  note(): void {
    this.noted ??= this.context.noteFile(this.id);
    this.noted.catch(() => undefined); // `store` rejects with it
  }

  /** Stores the file after it is recorded. @param put stores it under the id. @throws errors of `put` and of Redis. */
  async store<Result>(put: (id: string) => Promise<Result>): Promise<Result> {
    this.note();
    await this.noted;
    return put(this.id);
  }
}
