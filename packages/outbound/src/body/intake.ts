import { Readable } from 'node:stream';
import { Bytes, type Room } from '@toolpress/runtime';
import { BodyCutOff, BodyTooLarge } from './faults.js';

/**
 * Takes a body as soon as it comes, at most `limit` bytes, and never makes the source wait, unless there is no room: node-fetch
 * takes a connection that closes while part of a chunked body is still waiting to be read for a body that was cut off.
 */
export class Intake extends Readable {
  private readonly waiting: Bytes;
  private bytes = 0;
  private isWhole = false;
  private isWanted = false;

  constructor(
    source: NodeJS.ReadableStream,
    private readonly limit: number,
    private readonly room: Room,
  ) {
    super();
    this.waiting = new Bytes(limit);
    source.on('data', (chunk: Buffer) => this.accept(chunk, source));
    source.on('end', () => this.complete());
    source.on('error', (cause) => this.cutOff(cause));
    source.on('close', () => this.cutOff());
  }

  override _read(): void {
    this.isWanted = true;
    this.passOn();
  }

  private accept(chunk: Buffer, source: NodeJS.ReadableStream): void {
    this.bytes += chunk.length;
    if (this.bytes > this.limit) this.destroy(new BodyTooLarge());
    if (this.destroyed) return;
    this.waiting.append(chunk);
    const room = this.room.beyond(this.bytes);
    if (room !== undefined) {
      source.pause();
      room.then(
        () => source.resume(),
        (error) => this.destroy(error),
      );
    }
    this.passOn();
  }

  private complete(): void {
    this.isWhole = true;
    this.passOn();
  }

  private cutOff(cause?: unknown): void {
    if (!this.isWhole) this.destroy(new BodyCutOff('the connection ended before the body', { cause }));
  }

  private passOn(): void {
    if (!this.isWanted) return;
    if (this.waiting.length > 0) {
      this.isWanted = false;
      this.push(this.waiting.take());
    } else if (this.isWhole) this.push(null);
  }
}
