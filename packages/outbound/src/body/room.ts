/** What comes in without asking. */
const SMALL_BYTES = 64 * 1024;

/** Room for a body, asked for once: when it turns out not to be small. */
export class Room {
  private isAsked = false;
  private waiting: Promise<void> | undefined;

  /** @param ask gives nothing when there is room at once. */
  constructor(private readonly ask: () => Promise<void> | undefined) {}

  /**
   * @param bytes that are held by now.
   * @returns nothing when more may come; a promise of it when that has to wait, which rejects when there is no room.
   */
  beyond(bytes: number): Promise<void> | undefined {
    if (bytes <= SMALL_BYTES || this.isAsked) return this.waiting;
    this.isAsked = true;
    this.waiting = this.ask()?.then(() => {
      this.waiting = undefined;
    });
    return this.waiting;
  }
}
