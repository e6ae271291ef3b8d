/** What comes in without asking. Bytes. */
export const SMALL_BYTES = 64 * 1024;
/** Of what may become long, but is mostly not, so many times as much is asked for at each step. */
const STEP = 8;

/** Room for a body of unknown size, asked for step by step as it grows. */
export class Room {
  private granted = SMALL_BYTES;
  private waiting: Promise<void> | undefined;

  /**
   * @param most how many bytes there can be.
   * @param ask asks for so many more, the first time or for what comes on top; gives nothing when there is room at once, else a promise of it.
   */
  constructor(
    private readonly most: number,
    private readonly ask: (bytes: number, isMore: boolean) => Promise<void> | undefined,
  ) {}

  /**
   * @param bytes that are held.
   * @returns nothing when more may come; a promise of it when that has to wait, which rejects when there is no room.
   */
  beyond(bytes: number): Promise<void> | undefined {
    if (bytes <= this.granted || this.waiting !== undefined) return this.waiting;
    const next = Math.max(bytes, Math.min(this.most, STEP * this.granted));
    const isFirst = this.granted === SMALL_BYTES;
    this.waiting = this.ask(next - (isFirst ? 0 : this.granted), !isFirst)?.then(() => {
      this.waiting = undefined;
    });
    this.granted = next;
    return this.waiting;
  }
}
