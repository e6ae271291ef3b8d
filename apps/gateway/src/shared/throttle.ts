/** Something that is to be done at most once per period for each name, such as noting a use. */
export class Throttle {
  private readonly doneAt = new Map<string, number>();

  /** @param maxNames how many names are remembered at most: beyond that all are forgotten, and done once more. */
  constructor(
    private readonly periodMs: number,
    private readonly maxNames = 10_000,
  ) {}

  /** Does it unless it was done a short while ago. Nobody waits for it; what fails is tried again the next time. */
  run(name: string, work: () => Promise<unknown>): void {
    const now = performance.now();
    if (now - (this.doneAt.get(name) ?? -Infinity) < this.periodMs) return;
    if (this.doneAt.size >= this.maxNames) this.doneAt.clear();
    this.doneAt.set(name, now);
    work().catch(() => this.doneAt.delete(name));
  }
}
