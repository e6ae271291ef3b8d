/** Pieces of any size, put together to blocks that pay for a write each. */

/** Splits bytes into blocks of a size; the last one may be shorter. Without bytes there are no blocks. A block is not used again. */
export async function* inBlocks(pieces: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let block = Buffer.allocUnsafe(size);
  let length = 0;
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length; ) {
      const part = piece.subarray(from, from + size - length);
      block.set(part, length);
      length += part.length;
      from += part.length;
      if (length < size) continue;
      yield block;
      block = Buffer.allocUnsafe(size);
      length = 0;
    }
  }
  if (length > 0) yield block.subarray(0, length);
}
