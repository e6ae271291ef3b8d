/** The document on its way into Redis: held here only as long as Redis may still lose it. */
import type { UnsentRenderJob } from '@toolpress/contract';
import { writeLetter } from './letters.js';

/** How often it is looked whether Redis stands; after so many times in a row it has written the document to its disk. */
const LOOK_EVERY_MS = 1_000;
const LOOKS_UNTIL_SAFE = 3;

/** See `SubmitOptions`. */
export type OnHeld = (bytes: number, giveUp?: () => void) => void;

/** A job as it lies in Redis. It is used up by `submitAndWait`: what waits there is not kept here as well. */
export class Payload {
  readonly bytes: number;
  private looking: NodeJS.Timeout | undefined;
  private onHeld: OnHeld = () => undefined;

  constructor(
    readonly requestId: string,
    private held: Buffer | undefined,
  ) {
    this.bytes = held?.length ?? 0;
  }

  /** Nothing once Redis has it for sure. */
  get content(): Buffer | undefined {
    return this.held;
  }

  /** @param onHeld told how many bytes of memory the document takes, at once and whenever that changes. */
  reportTo(onHeld: OnHeld): void {
    this.onHeld = onHeld;
    onHeld(this.bytes);
  }

  /** It is about to be written to Redis: the connection has a copy until it is. */
  isBeingWritten(): void {
    this.onHeld(2 * this.bytes);
  }

  /**
   * It is in Redis, which writes to its disk each second. A Redis that is killed before may lose it; then it is added again,
   * unless the memory was needed for others.
   *
   * @param stands whether Redis is there at this moment.
   */
  isWritten(stands: () => boolean): void {
    clearInterval(this.looking);
    let looks = 0;
    this.looking = setInterval(() => {
      looks = stands() ? looks + 1 : 0;
      if (looks === LOOKS_UNTIL_SAFE) this.drop();
    }, LOOK_EVERY_MS).unref();
    this.onHeld(this.bytes, () => this.drop());
  }

  drop(): void {
    clearInterval(this.looking);
    this.held = undefined;
    this.onHeld(0);
  }
}

export const writePayload = async (job: UnsentRenderJob): Promise<Payload> =>
  new Payload(job.requestId, await writeLetter(job));
