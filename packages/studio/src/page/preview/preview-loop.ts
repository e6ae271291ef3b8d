/** Prints the newest edit. Each edit cancels the print before it, so nothing queues up and no older picture replaces a newer one. */

export interface LoopOptions<Request, Printed> {
  /** Returns the request of the current text. Whatever it throws is shown as a failure. */
  request(): Request;
  print(request: Request, firstPageOnly: boolean, signal: AbortSignal): Promise<Printed>;
  /** Shows a print, and stops if `isCurrent` turns false while it prepares the picture. */
  show(printed: Printed, edit: number, isCurrent: () => boolean): Promise<void>;
  fail(error: unknown, edit: number): void;
  /** Reports that a print of this edit is awaited. */
  wait(edit: number): void;
  /** Returns whether to print the first page before the rest. */
  isLong(): boolean;
  /** Returns whether a print has all pages. */
  isWhole(printed: Printed): boolean;
  /** Returns the time in milliseconds after which a failed print is repeated; undefined if it must not be. */
  retryAfter(error: unknown): number | undefined;
  /** The time in milliseconds without an edit before it is printed. */
  delay: number;
}

export class PreviewLoop<Request, Printed> {
  /** The number of the newest edit. */
  edit = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: AbortController | undefined;

  constructor(private readonly options: LoopOptions<Request, Printed>) {}

  /** Prints the text as it is after the delay. */
  edited(): void {
    this.edit += 1;
    this.stop();
    this.options.wait(this.edit);
    this.schedule(this.options.delay);
  }

  /** Cancels the print that runs or waits. */
  stop(): void {
    clearTimeout(this.timer);
    this.running?.abort();
    this.running = undefined;
  }

  private schedule(delay: number): void {
    this.timer = setTimeout(() => void this.run(), delay);
  }

  private async run(): Promise<void> {
    const { edit, options } = this;
    const controller = new AbortController();
    this.running = controller;
    const isCurrent = (): boolean => edit === this.edit && !controller.signal.aborted;
    /** @returns whether the print is the last one of this edit. */
    const print = async (request: Request, firstPageOnly: boolean): Promise<boolean> => {
      const printed = await options.print(request, firstPageOnly, controller.signal);
      if (isCurrent()) await options.show(printed, edit, isCurrent);
      return !isCurrent() || options.isWhole(printed);
    };
    try {
      const request = options.request();
      const isOver = options.isLong() && (await print(request, true));
      if (!isOver) await print(request, false);
    } catch (error) {
      if (!isCurrent()) return;
      const retryAfter = options.retryAfter(error);
      if (retryAfter === undefined) options.fail(error, edit);
      else this.schedule(retryAfter);
    }
  }
}
