/**
 * Encrypts the secrets of a document, so that they are in plain neither in Redis nor in its append-only file, replicas and backups.
 *
 * Workers must open them, but they run a browser with documents of callers and must not have the master key. So secrets are sealed with a
 * key that is derived from it for this purpose alone. Gateways put this key into the file store, where every worker can read it and which
 * Redis has no access to. A document without secrets uses none of this.
 */
import { createHmac } from 'node:crypto';
import type { Sealed } from '@toolpress/contract';
import { atMostEvery, derivedKey, SecretBox, SecretUnreadable, Throttle } from '@toolpress/runtime';

/** The file store's methods for files that stay, see `FileStore`. */
interface KeyStore {
  keep(name: string, bytes: Uint8Array): Promise<void>;
  readKept(name: string): Promise<Buffer | undefined>;
}

/** The key is stored again after this time, in case the store was emptied or replaced. */
const STORE_EVERY_MS = 60_000;
/** How long a worker remembers a key. */
const KEY_KNOWN_MS = 3_600_000;
/** The limit of remembered keys. There is one for each master key in use. */
const MAX_KEYS = 10;
/** Sealed texts are padded to this length, so that they do not show how long a password is. */
const PADDED = 320;

const pathOf = (name: string): string => `payload_keys/${name}`;
const boxOf = (key: Buffer): SecretBox => new SecretBox({ current: key, previous: [] }, 'payloads');

/** Returns the key of a row's file in a batch that is merged. @param secret of the batch, in base64. @param row from 1. */
export const rowKey = (secret: string, row: number): Buffer =>
  createHmac('sha256', Buffer.from(secret, 'base64')).update(`row ${row}`).digest();

/** The gateway's side. */
export class PayloadSealer {
  private readonly name: string;
  private readonly box: SecretBox;
  private readonly storeKey: () => Promise<void>;

  constructor(masterKey: Buffer, store: Pick<KeyStore, 'keep'>) {
    const key = derivedKey(masterKey, 'payloads');
    this.name = derivedKey(masterKey, 'name of the key of payloads', 16).toString('hex');
    this.box = boxOf(key);
    this.storeKey = atMostEvery(STORE_EVERY_MS, () => store.keep(pathOf(this.name), key));
  }

  /**
   * Seals secrets as JSON.
   *
   * @param accountId the account of the document. It is authenticated, so the text can't be moved to another account's document.
   * @throws ServiceError `unavailable` when the file store is.
   */
  async seal(secrets: object, accountId: string): Promise<Sealed> {
    await this.storeKey();
    const plain = JSON.stringify(secrets).padEnd(PADDED);
    return { key: this.name, text: this.box.seal(Buffer.from(plain), accountId) };
  }
}

/** The worker's side. */
export class PayloadOpener {
  private readonly boxes = new Throttle<SecretBox>(KEY_KNOWN_MS, MAX_KEYS);

  constructor(private readonly store: Pick<KeyStore, 'readKept'>) {}

  /**
   * Opens what `seal` returned.
   *
   * @throws SecretUnreadable when its key is not in the file store, or it was altered or sealed for another account.
   * @throws ServiceError `unavailable` when the file store is.
   */
  async open<Secrets extends object>({ key, text }: Sealed, accountId: string): Promise<Secrets> {
    const box = await this.boxes.run(key, () => this.boxWith(key));
    return JSON.parse(box.open(text, accountId).toString()) as Secrets;
  }

  private async boxWith(name: string): Promise<SecretBox> {
    const key = await this.store.readKept(pathOf(name));
    if (key === undefined)
      throw new SecretUnreadable('its key is not in the file store; the gateway may use another store');
    return boxOf(key);
  }
}
