/** Follows the address: which template is open, else the list. The page that is shown and the address always agree. */

export interface NavigationOptions {
  /** Returns the name in the address; empty for the list. */
  address(): string;
  /** Changes the address without a new entry in the history. */
  setAddress(name: string): void;
  /** Asks about unsaved text. @returns whether the page may be replaced. */
  mayLeave(): Promise<boolean>;
  /** Closes the page that is shown. From now on nothing can be typed into it. */
  wait(name: string): void;
  /** Opens a page. It must not show anything after `isCurrent` has turned false. @throws what is shown by `fail`. */
  open(name: string, isCurrent: () => boolean): Promise<void>;
  fail(error: Error): void;
}

export class Navigation {
  private shown: string | undefined;
  private isAsking = false;
  private round = 0;

  constructor(private readonly options: NavigationOptions) {}

  /** Opens what the address names. Called whenever it changes. */
  async follow(): Promise<void> {
    const { options, shown } = this;
    if (this.isAsking || options.address() === shown) return; // the address is read again after the answer
    if (shown !== undefined && !(await this.mayLeave())) {
      options.setAddress(shown);
      return;
    }
    await this.open(options.address());
  }

  private async mayLeave(): Promise<boolean> {
    this.isAsking = true;
    try {
      return await this.options.mayLeave();
    } finally {
      this.isAsking = false;
    }
  }

  private async open(name: string): Promise<void> {
    const { options } = this;
    const round = ++this.round;
    const isCurrent = (): boolean => round === this.round;
    this.shown = name;
    options.wait(name);
    try {
      await options.open(name, isCurrent);
    } catch (error) {
      if (!isCurrent()) return;
      if (name === '') return options.fail(error as Error);
      options.setAddress('');
      const list = this.open('');
      options.fail(error as Error); // after the list closed what was open
      await list;
    }
  }
}
