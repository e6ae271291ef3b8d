/** What ends a request before its answer: its deadline, its caller, the service's stop. */

/** Settles as the work does, or rejects with the signal's reason when that comes first; the work's own end is then ignored. */
export function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** One signal out of several ends; `release` lets go of all of them, so that nothing outlives the request. */
export class Ending {
  private readonly controller = new AbortController();
  private readonly releases: Array<() => void> = [];

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** @param reason made when the time is up, so that it can say how far things had come. */
  after(ms: number, reason: () => unknown): this {
    const timer = setTimeout(() => this.controller.abort(reason()), ms);
    this.releases.push(() => clearTimeout(timer));
    return this;
  }

  with(other: AbortSignal | undefined): this {
    if (other === undefined) return this;
    const abort = (): void => this.controller.abort(other.reason);
    if (other.aborted) abort();
    other.addEventListener('abort', abort, { once: true });
    this.releases.push(() => other.removeEventListener('abort', abort));
    return this;
  }

  release(): void {
    for (const release of this.releases) release();
  }
}
