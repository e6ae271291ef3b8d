/**
 * Documents are rejected while the file store is known to be unavailable: a worker would print them in vain. While it is available, no
 * request waits for the check.
 */
import { storeUnavailable } from '@toolpress/storage';
import type { PartState, Readiness } from '../../monitoring/health.js';

/** One look that failed may be a hiccup, which the retries of a job outlast. */
const FAILED_LOOKS = 2;

export class StoreGate {
  private last: Promise<Readiness> | undefined;
  private failedLooks: number;
  private state: PartState = { available: false };

  /**
   * @param look at the parts; asked as often as documents come.
   * @param isThere whether the store was there at the start.
   */
  constructor(
    private readonly look: () => Promise<Readiness>,
    isThere: boolean,
  ) {
    this.failedLooks = isThere ? 0 : FAILED_LOOKS;
  }

  /** @throws ServiceError `unavailable`. */
  async pass(): Promise<void> {
    const looked = this.lookAgain();
    if (this.failedLooks < FAILED_LOOKS) return;
    await looked;
    if (this.failedLooks > 0) throw storeUnavailable(this.state.reason);
  }

  /** Those who ask within a second share a look: it counts once. */
  private lookAgain(): Promise<void> {
    const looking = this.look();
    const isNew = looking !== this.last;
    this.last = looking;
    return looking.then(({ storage }) => {
      if (!isNew) return;
      this.state = storage;
      this.failedLooks = storage.available ? 0 : this.failedLooks + 1;
    });
  }
}
