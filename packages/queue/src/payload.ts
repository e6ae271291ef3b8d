/**
 * The customer's document on its way through Redis, under a key of its own. Redis deletes it when the deadline passes, whoever
 * has died by then.
 *
 * The key is also the deadline: its remaining life is read by the worker together with the content. So no clocks of two
 * machines are ever compared, and withdrawing a job is deleting its payload: without it nobody waits, and nothing is rendered.
 */
import { AssemblyJob, jsonPieces, RawJson, RenderJob, type UnsentRenderJob, validate } from '@toolpress/contract';
import { encodeText } from '@toolpress/runtime';

/** How often it is looked whether Redis stands; after so many times in a row it has written the document to its disk. */
const LOOK_EVERY_MS = 1_000;
const LOOKS_UNTIL_SAFE = 3;
/** Shorter texts are written within a millisecond. */
const LONG_TEXT = 64 * 1024;

/** See `SubmitOptions`. */
export type OnHeld = (bytes: number, giveUp?: () => void) => void;

/**
 * A job as it is stored in Redis; held here only as long as Redis may still lose it. It is used up by `submitAndWait`: what
 * waits there is not kept here as well.
 */
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

/** Nobody else has to wait while a long document is written. */
export async function writePayload(job: UnsentRenderJob | AssemblyJob): Promise<Payload> {
  const { files } = job;
  const fields = await withLongTexts({ ...job });
  if (typeof files === 'object' && !(files instanceof RawJson)) fields['files'] = await withLongTexts({ ...files });
  const pieces = jsonPieces(fields).map((piece) => (typeof piece === 'string' ? encodeText(piece) : piece));
  return new Payload(job.requestId, Buffer.concat(await Promise.all(pieces)));
}

/** Writes the long texts among some fields. */
async function withLongTexts(fields: Record<string, unknown>): Promise<Record<string, unknown>> {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string' && value.length > LONG_TEXT) fields[name] = new RawJson(await longTextAsJson(value));
  }
  return fields;
}

/** Escapes are of single characters: what is written piece by piece is the same. */
const longTextAsJson = async (text: string): Promise<Buffer> =>
  Buffer.concat([QUOTE, await encodeText(text, (piece) => JSON.stringify(piece).slice(1, -1)), QUOTE]);

const QUOTE = Buffer.from('"');

/** @throws ServiceError when it is not a job as this version knows them. */
export const readPayload = (content: string): RenderJob => validate(RenderJob, JSON.parse(content), 'render job');
/** @throws ServiceError likewise. */
export const readAssembly = (content: string): AssemblyJob =>
  validate(AssemblyJob, JSON.parse(content), 'assembly job');
