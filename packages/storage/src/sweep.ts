import type { Driver } from './driver.js';
import { expiryDay, fileExpiry } from './file-id.js';

/** As many as one S3 call deletes. */
const BATCH = 1_000;
const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Deletes what has expired at `now`, day by day, in batches: a day of millions of files costs no more memory than one of ten. */
export async function sweepExpired(driver: Driver, now: Date): Promise<number> {
  const today = expiryDay(now);
  const due = (await driver.days()).filter((day) => IS_DAY.test(day) && day <= today);
  let deleted = 0;
  for (const day of due) {
    for await (const batch of expiredOf(driver, day, now)) deleted += await driver.remove(batch);
  }
  await driver.tidy(
    now,
    due.filter((day) => day < today),
  );
  return deleted;
}

async function* expiredOf(driver: Driver, day: string, now: Date): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const id of driver.idsOf(day)) {
    const expiry = fileExpiry(id);
    // What is not one of our files in its place is somebody else's: it stays.
    if (!expiry || expiryDay(expiry) !== day || expiry > now) continue;
    batch.push(id);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
