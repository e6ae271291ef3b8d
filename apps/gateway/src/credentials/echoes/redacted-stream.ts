/** Takes the secrets out of a stream of bytes. A thread searches them in pieces, because a MiB takes it more than 60 milliseconds. */
import { called } from '../../api/large-body-tasks.js';
import { Echoes, sought } from './echoes.js';

/** The size in bytes from which a piece is searched. */
const PIECE_BYTES = 1024 * 1024;

/** A piece without the secrets, see `Echoes.redactPiece`. */
export type RedactedPiece = ReturnType<Echoes['redactPiece']>;

/** @param isLast whether nothing follows: then there is no rest. @public */
export function redactedPiece(bytes: Uint8Array, isLast: boolean, secrets: readonly string[]) {
  const echoes = new Echoes(sought(secrets));
  const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return { ...echoes.redactPiece(piece, isLast), isReplaced: echoes.isReplaced };
}

export const PIECE = called(import.meta.url, redactedPiece);

/**
 * @param redact searches a piece of 1 MiB or more, or the last one. It may take its bytes.
 * @returns the stream without the secrets. At most two pieces are held.
 */
export async function* redactedStream(
  pieces: AsyncIterable<Uint8Array>,
  redact: (piece: Buffer, isLast: boolean) => RedactedPiece | Promise<RedactedPiece>,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  let wanted = PIECE_BYTES;
  const next = async (isLast: boolean): Promise<Uint8Array> => {
    const { ready, rest } = await redact(Buffer.concat(held), isLast);
    [held, bytes, wanted] = [[rest], rest.length, rest.length + PIECE_BYTES];
    return ready;
  };
  for await (const piece of pieces) {
    held.push(piece);
    bytes += piece.length;
    if (bytes >= wanted) yield await next(false);
  }
  if (bytes > 0) yield await next(true);
}
