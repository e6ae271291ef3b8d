import type { Writable } from 'node:stream';

/**
 * Lets everything that is written to a stream while the program goes through with what it is doing leave in one write: each
 * is a call of the system, and each wakes the process at the other end.
 */
export function writeOncePerTick(stream: Writable): void {
  const write = stream.write.bind(stream) as (...rest: unknown[]) => boolean;
  stream.write = (...rest: unknown[]): boolean => {
    if (stream.writableCorked === 0) {
      stream.cork();
      process.nextTick(() => stream.uncork());
    }
    return write(...rest);
  };
}
