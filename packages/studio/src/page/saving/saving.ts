/** Saves the text of the open template, and says in the bar whether it is saved. */
import { type Draft, draftOf, isSame, savedOf } from '../draft/draft.js';
import { ApiError, type Finding, type Published } from '../service/api.js';
import { button, fill, h } from '../ui/dom.js';
import { Keeping } from './keeping.js';
import { after, OPENED, type SaveEvent, type SaveState, statusOf } from './save-state.js';
import { askAboutConflict, askToCreateAgain, askToLeave, askToReplace } from './saving-dialogs.js';
import { type About, type Found, readStored, saveDraft, summaryOf, waitAfter } from './stored.js';

/** The first pause before a save is sent again, and the longest, in milliseconds. */
const RETRY_MS = 2_000;
const RETRY_MOST_MS = 60_000;

export interface SavingOptions {
  account: string;
  /** Returns the text as it is now. */
  draft(): Draft;
  /** Shows another text. Undo brings the one before back. */
  replace(draft: Draft): void;
  /** Called with why the text could not be saved. */
  failed(error: unknown): void;
  /** Called with what was lost or is unclear in the saved text. */
  warned(warnings: readonly Finding[]): void;
  /** Called when `about` has changed. */
  changed(): void;
}

export class Saving {
  private readonly said = h('p', { role: 'status' });
  private readonly shower = button('Show', () => this.solve(), { class: 'quiet', hidden: true });
  readonly element = h('div', { class: 'saving' }, this.said, this.shower);
  private readonly keeping: Keeping;
  /** What the service has, as far as this page knows. */
  about: About = {};
  private name = '';
  private saved: Draft = draftOf({ content: '' });
  /** The entity tag of the text that this one is based on. */
  private base: string | undefined;
  private state: SaveState = OPENED;
  private running: Promise<boolean> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private attempts = 0;

  constructor(private readonly options: SavingOptions) {
    const { account } = options;
    this.keeping = new Keeping({
      account,
      open: () =>
        this.name === ''
          ? undefined
          : { name: this.name, draft: options.draft(), base: this.base, isChanged: this.isChanged },
      kept: (isKept) => this.enter({ on: 'keep', isKept }),
    });
    addEventListener('online', () => this.connected(true));
    addEventListener('offline', () => this.connected(false));
    addEventListener('focus', () => void this.look().catch(() => undefined)); // the next save finds it out
  }

  /** Whether the text differs from the saved one. */
  get isChanged(): boolean {
    return this.name !== '' && !isSame(this.options.draft(), this.saved);
  }

  /** The entity tag of the text that this one is based on. */
  get tag(): string | undefined {
    return this.base;
  }

  /** What the bar says. */
  get status(): string {
    return statusOf(this.state)?.text ?? '';
  }

  /** Begins with a template whose text is shown. */
  open(name: string, { about, stored }: Found): void {
    this.name = name;
    this.about = about;
    this.base = stored.etag;
    this.saved = this.options.draft();
    this.enter({ on: 'open', savedAt: about.draft_saved_at });
    this.enter({ on: 'connection', isOnline: navigator.onLine });
    void this.keeping.offer(name, this.saved, ({ draft, base }) => {
      this.base = base; // what was changed elsewhere since then is found at the next save
      this.options.replace(draft);
    });
  }

  /** Ends with a template. */
  close(): void {
    this.keeping.now();
    clearTimeout(this.retryTimer);
    this.name = '';
  }

  /** Tells that the text was edited. */
  edited(): void {
    if (this.name === '') return;
    this.enter({ on: 'edit', isChanged: this.isChanged });
    this.keeping.soon();
  }

  /** Saves the draft, after a save that runs. @returns whether the text is saved. */
  async save(): Promise<boolean> {
    if (this.name === '') return false;
    const before = this.running;
    const running = (async () => {
      if (before === undefined) return this.send(this.base);
      return (await before) && (!this.isChanged || (await this.send(this.base)));
    })();
    this.running = running;
    try {
      return await running;
    } finally {
      if (this.running === running) this.running = undefined;
    }
  }

  /** Tells which text the service has after the draft was published. */
  published({ etag, version }: Published): void {
    this.base = etag;
    this.about = { version };
    this.options.changed();
    this.enter({ on: 'open', savedAt: undefined });
    this.edited();
  }

  /** Reads what the service has, after an earlier version was published from this page. The text stays. */
  async rebase(): Promise<void> {
    const { name } = this;
    const found = await readStored(name);
    if (this.name !== name || found === undefined) return;
    this.base = found.stored.etag;
    this.about = found.about;
    this.options.changed();
  }

  /** Asks about unsaved text, before another page is shown. @returns whether the page may be left. */
  async mayLeave(): Promise<boolean> {
    if (!this.isChanged) return true;
    const chosen = await askToLeave(this.name);
    if (chosen !== 'discard') return chosen === 'save' && this.save();
    await this.keeping.forget(this.name);
    this.name = '';
    return true;
  }

  /** Asks before another text of this template replaces unsaved text, which is kept. @returns whether it may. */
  async mayReplace(): Promise<boolean> {
    if (!this.isChanged) return true;
    if ((await askToReplace()) === undefined) return false;
    await this.keeping.setAside();
    return true;
  }

  /** Sends the text once. @param base see `saveDraft`. */
  private async send(base: string | undefined): Promise<boolean> {
    const { name } = this;
    const draft = this.options.draft();
    clearTimeout(this.retryTimer);
    this.keeping.now();
    this.enter({ on: 'send' });
    try {
      const saved = await saveDraft(name, savedOf(draft), base);
      const { etag, draft_saved_at: savedAt = new Date().toISOString(), warnings = [] } = saved;
      if (this.name !== name) return true; // another template was opened meanwhile
      this.attempts = 0;
      this.saved = draft;
      this.base = etag;
      this.about = { ...this.about, draft_saved_at: savedAt };
      this.enter({ on: 'done', savedAt, isChanged: this.isChanged });
      this.keeping.now();
      this.options.changed();
      if (this.options.draft() === draft) this.options.warned(warnings);
      return true;
    } catch (error) {
      return this.name === name && this.failed(error);
    }
  }

  private async failed(error: unknown): Promise<boolean> {
    if (error instanceof ApiError && error.status === 412) return this.solve();
    const wait = waitAfter(error);
    if (wait === undefined) {
      this.enter({ on: 'refuse', why: (error as Error).message });
      this.options.failed(error);
      return false;
    }
    this.enter({ on: 'wait', why: wait.why });
    const pause = Math.min(RETRY_MS * 2 ** this.attempts++, RETRY_MOST_MS);
    this.retryTimer = setTimeout(() => this.resume(), wait.milliseconds ?? pause);
    return false;
  }

  private connected(isOnline: boolean): void {
    this.enter({ on: 'connection', isOnline });
    if (isOnline) this.resume();
  }

  /** Sends a save again that waits for the service. */
  private resume(): void {
    if (this.state.phase === 'waiting') void this.save();
  }

  /** Finds out whether another tab or person has changed the text. */
  private async look(): Promise<void> {
    const { name, base, about } = this;
    if (name === '' || this.running !== undefined || document.querySelector('dialog') !== null) return;
    const current = await summaryOf(name);
    const isSeen = current?.version === about.version && current?.draft_saved_at === about.draft_saved_at;
    const found = current === undefined || isSeen ? undefined : await readStored(name);
    if (isSeen || this.about !== about || this.base !== base || this.running !== undefined) return;
    if (found === undefined) this.enter({ on: 'elsewhere', what: 'deleted' });
    else if (found.stored.etag !== base) this.enter({ on: 'elsewhere', what: 'changed' });
    else {
      this.about = found.about;
      this.options.changed();
    }
  }

  /** Shows both texts, and does what is chosen. @returns whether the text is saved. */
  private async solve(): Promise<boolean> {
    const { name } = this;
    this.enter({ on: 'elsewhere', what: 'changed' });
    let found: Found | undefined;
    try {
      found = await readStored(name);
    } catch {
      return false; // the bar still says it, and its button asks again
    }
    if (this.name !== name) return false;
    if (found === undefined) {
      this.enter({ on: 'elsewhere', what: 'deleted' });
      return (await askToCreateAgain(name)) === 'create' && this.name === name && this.send(undefined);
    }
    const theirs = draftOf(found.stored);
    const chosen = await askAboutConflict(name, { draft: theirs, stored: found.stored }, this.options.draft());
    if (chosen === undefined || this.name !== name) return false;
    if (chosen === 'mine') return this.send(found.stored.etag);
    await this.keeping.setAside();
    this.take(theirs, found);
    return false;
  }

  private take(draft: Draft, { about, stored }: Found): void {
    this.saved = draft;
    this.base = stored.etag;
    this.about = about;
    this.options.replace(draft);
    this.enter({ on: 'open', savedAt: about.draft_saved_at });
    this.edited();
    this.options.changed();
  }

  private enter(event: SaveEvent): void {
    this.state = after(this.state, event);
    const status = statusOf(this.state);
    this.shower.hidden = this.state.phase !== 'changed' && this.state.phase !== 'deleted';
    if ((status?.text ?? '') === this.said.textContent) return; // a live region repeats what is set
    fill(this.said, status && h('span', { class: `mark ${status.level}`, title: status.text }, status.text));
  }
}
