/** A load balancer: polls which gateways are ready, takes them in turns, and tries another one when one refuses the connection. */

/** The polling interval. */
const ASK_EVERY_MS = 50;

export class Balancer {
  private readonly ready = new Map<string, boolean>();
  private turn = 0;
  private readonly timer = setInterval(() => void this.ask(), ASK_EVERY_MS);

  /** @param url base of a gateway that is ready. */
  add(url: string): void {
    this.ready.set(url, true);
  }

  /** Forwards a request. Only a refused connection is tried elsewhere, so that no request is sent twice. */
  async fetch(path: string, options: RequestInit): Promise<Response> {
    for (let tries = 0; ; tries++) {
      try {
        return await fetch(`${this.next()}${path}`, options);
      } catch (error) {
        const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
        if (code !== 'ECONNREFUSED' || tries > this.ready.size) throw error;
      }
    }
  }

  close(): void {
    clearInterval(this.timer);
  }

  private next(): string {
    const urls = [...this.ready].filter(([, isReady]) => isReady).map(([url]) => url);
    const url = urls[this.turn++ % urls.length];
    if (url === undefined) throw new Error('no gateway is ready');
    return url;
  }

  private async ask(): Promise<void> {
    await Promise.all([...this.ready.keys()].map((url) => this.askOne(url)));
  }

  private async askOne(url: string): Promise<void> {
    const isReady = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      () => false,
    );
    this.ready.set(url, isReady);
  }
}
