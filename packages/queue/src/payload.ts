/**
 * The customer's document in Redis, under a separate key. It expires at the deadline, even if all processes have
 * died.
 *
 * The key is also the deadline: the worker reads its remaining life with the content, so no clocks of two machines
 * are compared. Deleting the payload withdraws the job: a job without a payload is not rendered.
 */
import { AssemblyJob, jsonPieces, RawJson, type UnsentRenderJob, validate } from '@toolpress/contract';
import { encodeText, reasonOf } from '@toolpress/runtime';
import { NotUnderstood } from './consume-options.js';

/**
 * The interval of checking Redis. After `LOOKS_UNTIL_SAFE` successful checks in a row, Redis has written the document
 * to disk.
 */
const LOOK_EVERY_MS = 1_000;
const LOOKS_UNTIL_SAFE = 3;
/** The length from which texts are encoded in pieces. Shorter texts take less than a millisecond. */
const LONG_TEXT = 64 * 1024;

/** See `SubmitOptions`. */
export type OnHeld = (bytes: number, giveUp?: () => void) => void;

/**
 * A job as it is stored in Redis. This process holds it only as long as Redis may still lose it. Can be passed to
 * `submitAndWait` once.
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

  /** The document; undefined once Redis has saved it. */
  get content(): Buffer | undefined {
    return this.held;
  }

  /** @param onHeld is called immediately, and at each change, with the bytes of memory that the document uses. */
  reportTo(onHeld: OnHeld): void {
    this.onHeld = onHeld;
    onHeld(this.bytes);
  }

  /** Must be called before writing to Redis: the connection then holds a copy. */
  isBeingWritten(): void {
    this.onHeld(2 * this.bytes);
  }

  /**
   * Must be called when the document is in Redis, which writes to disk every second. If Redis is killed earlier, the
   * document is added again, unless its memory was needed for other requests.
   *
   * @param stands says whether Redis is available.
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

/** Serializes a job. Other work runs while a long document is encoded. */
export async function writePayload(job: UnsentRenderJob | AssemblyJob): Promise<Payload> {
  const { files } = job;
  const fields = await withLongTexts({ ...job });
  if (typeof files === 'object' && !(files instanceof RawJson)) fields['files'] = await withLongTexts({ ...files });
  const pieces = jsonPieces(fields).map((piece) => (typeof piece === 'string' ? encodeText(piece) : piece));
  return new Payload(job.requestId, Buffer.concat(await Promise.all(pieces)));
}

/** Replaces long texts with their JSON. */
async function withLongTexts(fields: Record<string, unknown>): Promise<Record<string, unknown>> {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string' && value.length > LONG_TEXT) fields[name] = new RawJson(await longTextAsJson(value));
  }
  return fields;
}

/** Encodes a long text in pieces. Escapes apply to single characters, so the result is the same. */
const longTextAsJson = async (text: string): Promise<Buffer> =>
  Buffer.concat([QUOTE, await encodeText(text, (piece) => JSON.stringify(piece).slice(1, -1)), QUOTE]);

const QUOTE = Buffer.from('"');

/** Parses an assembly job. @throws NotUnderstood when this version does not know the format. */
export function readAssembly(content: string): AssemblyJob {
  try {
    return validate(AssemblyJob, JSON.parse(content), 'assembly job');
  } catch (error) {
    throw new NotUnderstood(reasonOf(error));
  }
}
