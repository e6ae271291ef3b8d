/** The file that comes of a job: noted as one that nobody has claimed, then stored. */
import type { RenderContext } from '@toolpress/queue';
import { type FileKind, newFileId } from '@toolpress/storage';

export interface NewFileOptions {
  kind: FileKind;
  /** How long the file is to be kept, seconds. */
  expiresIn: number | undefined;
  /** How long a file is kept at most, seconds, as it is unless told. */
  fileTtl: number;
}

export class NewFile {
  readonly id: string;
  private noted: Promise<void> | undefined;

  constructor(
    private readonly context: Pick<RenderContext, 'noteFile'>,
    { kind, expiresIn, fileTtl }: NewFileOptions,
  ) {
    this.id = newFileId(new Date(Date.now() + Math.min(expiresIn ?? fileTtl, fileTtl) * 1_000), kind);
  }

  /** To be called while the file is being made, so that nothing waits for it afterwards. It is noted once. */
  note(): void {
    this.noted ??= this.context.noteFile(this.id);
    this.noted.catch(() => undefined); // said by `store`
  }

  /** Stores it once it is noted. @param put is given its id. @throws what it does; what Redis throws when it can't be noted. */
  async store<Result>(put: (id: string) => Promise<Result>): Promise<Result> {
    this.note();
    await this.noted;
    return put(this.id);
  }
}
