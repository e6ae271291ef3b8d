/** Makes the bodies of previews in a worker: with megabytes of data, that takes longer than a key may. */
import { type Draft, InvalidJson } from '../draft/draft.js';

/** What is printed. */
export interface Source {
  draft: Draft;
  /** The name of the set of data. */
  sample: string;
}

/** Sent to the worker. `files` are sent only after a change, because they are large. */
export interface BodyTask {
  number: number;
  draft: Omit<Draft, 'files'>;
  files: Draft['files'] | undefined;
  sample: string;
  firstPageOnly: boolean;
}

/** Sent by the worker. A blob is passed on without a copy; errors lose their classes on the way. */
export type BodyResult = { number: number } & (
  | { body: Blob }
  | { message: string; invalid: Pick<InvalidJson, 'sample' | 'message' | 'place'> | undefined }
);

type Settle = (result: BodyResult) => void;

export class PreviewBodies {
  private worker: Worker | undefined;
  private readonly awaited = new Map<number, Settle>();
  private count = 0;
  /** Those that the worker has. */
  private files: Draft['files'] | undefined;

  /** @param path of the worker's script. */
  constructor(private readonly path: string) {
    this.worker = this.started();
  }

  /** Returns the JSON of a request. @throws InvalidJson. */
  of({ draft: { files, ...draft }, sample }: Source, firstPageOnly: boolean): Promise<Blob> {
    const number = ++this.count;
    const used = { ...draft, samples: draft.samples.filter(({ name }) => name === sample) };
    const changed = files === this.files ? undefined : files;
    this.files = files;
    this.worker ??= this.started();
    this.worker.postMessage({ number, draft: used, files: changed, sample, firstPageOnly } satisfies BodyTask);
    return new Promise((resolve, reject) => {
      this.awaited.set(number, (result) => {
        if ('body' in result) resolve(result.body);
        else reject(result.invalid === undefined ? new Error(result.message) : InvalidJson.of(result.invalid));
      });
    });
  }

  private started(): Worker {
    const worker = new Worker(this.path, { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<BodyResult>) => this.settle(data));
    worker.addEventListener('error', () => this.failed());
    return worker;
  }

  /** Its script was not loaded. The next preview starts another worker. */
  private failed(): void {
    this.worker = undefined;
    this.files = undefined;
    const fault = { message: 'A script of the studio was not loaded.', invalid: undefined };
    for (const number of this.awaited.keys()) this.settle({ number, ...fault });
  }

  private settle(result: BodyResult): void {
    this.awaited.get(result.number)?.(result);
    this.awaited.delete(result.number);
  }
}
