/** Keeps the objects of a batch's rows in the account's bucket apart: rows may have the same file name. */
import { createHash } from 'node:crypto';
import { nameOfRow } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { keys } from '../../shared/keys.js';

interface DeliveryKeysOptions {
  redis: Redis;
  /** The longest life of a batch in seconds. */
  fileTtl: number;
}

export class DeliveryKeys {
  constructor(private readonly options: DeliveryKeysOptions) {}

  /**
   * Returns the key of a row's object, the same for each attempt: the wanted one unless another row has it, else with the row's number.
   *
   * @throws what Redis throws.
   */
  async claim(accountId: string, batchId: string, row: number, wanted: string): Promise<string> {
    const { redis, fileTtl } = this.options;
    const taken = keys.deliveryKeys(accountId, batchId);
    for (let attempt = 0; ; attempt++) {
      const key = nameOfRow(wanted, row, attempt);
      const digest = createHash('sha256').update(key).digest('base64url'); // names are personal
      const isNew = (await redis.hsetnx(taken, digest, row)) === 1;
      if (isNew && attempt === 0) await redis.expire(taken, fileTtl);
      if (isNew || Number(await redis.hget(taken, digest)) === row) return key;
    }
  }
}
