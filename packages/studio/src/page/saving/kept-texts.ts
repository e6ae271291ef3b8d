/**
 * Unsaved texts in the browser's own storage, by account, template and tab, so that they survive a crash of the tab. A text is deleted when it
 * is saved or discarded, and all of the account's when it signs out.
 */
import type { Draft } from '../draft/draft.js';

/** The largest number of kept texts, and the time in milliseconds after which they are deleted. */
const MAX_TEXTS = 20;
const LIFE_MS = 30 * 24 * 3_600_000;

const DATABASE = 'toolpress-studio';
const STORE = 'unsaved';
const KEY = ['account', 'name', 'tab'];
/** The prefix of locks that tabs hold while they are open. */
const LOCK = 'toolpress-studio-';

export interface KeptText {
  account: string;
  name: string;
  /** The tab in which it was written, or its own id if it was set aside. */
  tab: string;
  /** When it was written. */
  at: string;
  /** The entity tag of the text that it is based on. */
  base: string | undefined;
  draft: Draft;
}

export class KeptTexts {
  private readonly tab = newId();
  private isHeld = false;

  constructor(private readonly account: string) {}

  /** Keeps the text of this tab, in place of the one before. @returns whether the browser stored it. */
  keep(name: string, draft: Draft, base: string | undefined): Promise<boolean> {
    return this.store(name, draft, base, this.tab);
  }

  /** Keeps a text that another one replaces in this tab. @returns whether the browser stored it. */
  setAside(name: string, draft: Draft, base: string | undefined): Promise<boolean> {
    return this.store(name, draft, base, newId());
  }

  /** Returns the newest text of a template that no open tab shows. */
  async find(name: string): Promise<KeptText | undefined> {
    const [texts, open] = await Promise.all([this.all(), openTabs()]);
    return texts.find((text) => text.name === name && !open.has(text.tab));
  }

  /** Returns all texts of the account, the newest first. */
  async all(): Promise<KeptText[]> {
    const texts = (await inStore<KeptText[]>('readonly', (store) => store.getAll())) ?? [];
    return texts.filter(({ account }) => account === this.account).sort((one, other) => other.at.localeCompare(one.at));
  }

  /** Deletes a text; without a tab that of this one. */
  async forget(name: string, tab = this.tab): Promise<void> {
    await inStore('readwrite', (store) => store.delete([this.account, name, tab]));
  }

  /** Deletes all texts of the account. */
  async forgetAll(): Promise<void> {
    for (const { name, tab } of await this.all()) await this.forget(name, tab);
  }

  /** Marks the tab as open until it is closed. Browsers have locks only in pages over HTTPS or from this machine. */
  private hold(): void {
    if (this.isHeld) return;
    this.isHeld = true;
    void navigator.locks?.request(LOCK + this.tab, () => new Promise(() => undefined));
  }

  private async store(name: string, draft: Draft, base: string | undefined, tab: string): Promise<boolean> {
    this.hold();
    const text: KeptText = { account: this.account, name, tab, at: new Date().toISOString(), base, draft };
    const stored = await inStore('readwrite', (store) => store.put(text));
    if (stored === undefined) return false;
    for (const old of outdated(await this.all())) await this.forget(old.name, old.tab);
    return true;
  }
}

/** Returns the texts beyond the limits. @param texts the newest first. */
export const outdated = (texts: readonly KeptText[], now = Date.now()): KeptText[] =>
  texts.filter(({ at }, index) => index >= MAX_TEXTS || now - Date.parse(at) > LIFE_MS);

const newId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

async function openTabs(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name.slice(LOCK.length)));
}

let database: Promise<IDBDatabase | undefined> | undefined;

/** Runs one request. @returns its result; undefined if the browser has no storage or no room. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  database ??= open().catch(() => undefined); // storage is blocked
  const store = (await database)?.transaction(STORE, mode).objectStore(STORE);
  if (store === undefined) return undefined;
  return new Promise((resolve) => {
    const { transaction } = store;
    const sent = request(store);
    transaction.oncomplete = () => resolve(sent.result);
    transaction.onabort = () => resolve(undefined); // such as without room
  });
}

const open = (): Promise<IDBDatabase | undefined> =>
  new Promise((resolve) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: KEY });
    request.onsuccess = () => {
      request.result.onclose = () => {
        database = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => resolve(undefined); // private windows of some browsers
  });
