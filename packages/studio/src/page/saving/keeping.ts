/** Keeps the unsaved text of the open template while it is written, and offers it at the next visit. */
import { type Draft, isSame } from '../draft/draft.js';
import { type KeptText, KeptTexts } from './kept-texts.js';
import { askToForget, askToRestore } from './saving-dialogs.js';

/** The pause in typing after which the text is kept, and the longest time that it is not, in milliseconds. */
const PAUSE_MS = 100;
const MOST_MS = 1_000;

/** The text of the open template, and the one of the service that it is based on. */
interface OpenText {
  name: string;
  draft: Draft;
  base: string | undefined;
  isChanged: boolean;
}

export interface KeepingOptions {
  account: string;
  /** @returns undefined if no template is open. */
  open(): OpenText | undefined;
  /** Called when the browser has stored the text, or cannot. */
  kept(isKept: boolean): void;
}

export class Keeping {
  private readonly texts: KeptTexts;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = 0;

  constructor(private readonly options: KeepingOptions) {
    this.texts = new KeptTexts(options.account);
    document.addEventListener('visibilitychange', () => document.hidden && this.now());
    addEventListener('beforeunload', () => this.now()); // while the browser asks
  }

  /** Keeps the text after a pause in typing. */
  soon(): void {
    clearTimeout(this.timer);
    const due = Math.max(0, this.last + MOST_MS - Date.now());
    this.timer = setTimeout(() => this.now(), Math.min(PAUSE_MS, due));
  }

  /** Keeps the text, or deletes what is kept of it if it is saved. */
  now(): void {
    clearTimeout(this.timer);
    const open = this.options.open();
    if (open === undefined) return;
    const { name, draft, base, isChanged } = open;
    this.last = Date.now();
    const stored = isChanged ? this.texts.keep(name, draft, base) : this.texts.forget(name).then(() => false);
    void stored
      .catch(() => false)
      .then((isKept) => {
        if (this.options.open()?.name === name) this.options.kept(isKept);
      });
  }

  /** Deletes what is kept of a template in this tab. */
  async forget(name: string): Promise<void> {
    clearTimeout(this.timer);
    await this.texts.forget(name).catch(() => undefined); // the oldest texts are deleted anyway
  }

  /** Keeps the text for the next visit, because another one replaces it. */
  async setAside(): Promise<void> {
    const open = this.options.open();
    if (open?.isChanged) await this.texts.setAside(open.name, open.draft, open.base).catch(() => undefined); // Undo has it
  }

  /**
   * Offers text that was not saved at an earlier visit.
   *
   * @param saved the text that the service has.
   * @param restore shows the text. It is kept for this tab then.
   */
  async offer(name: string, saved: Draft, restore: (text: KeptText) => void): Promise<void> {
    const isOpen = (): boolean => this.options.open()?.name === name;
    const text = await this.texts.find(name).catch(() => undefined);
    if (text === undefined || !isOpen()) return;
    const isStored = isSame({ ...text.draft, files: saved.files }, saved) && isEqual(text.draft.files, saved.files);
    const isWanted = !isStored && (await askToRestore(text)) === 'restore';
    if (!isOpen()) return;
    if (isWanted) {
      restore(text);
      await this.texts.keep(name, text.draft, text.base);
    }
    await this.texts.forget(name, text.tab);
  }
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Deletes the unsaved texts of an account that signs out, after a question. @returns whether it may sign out. */
export async function forgetAtSignOut(account: string): Promise<boolean> {
  const texts = new KeptTexts(account);
  const kept = await texts.all().catch(() => []);
  if (kept.length > 0 && !(await askToForget(kept))) return false;
  await texts.forgetAll().catch(() => undefined);
  return true;
}
