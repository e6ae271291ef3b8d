/** Which accounts' documents are slow at the moment, as this worker has seen. */

/** An account is taken for slow until so long after its last slow document. */
const REMEMBERED_MS = 10_000;

interface SlowAccount {
  atWork: number;
  /** Milliseconds of the process. */
  until: number;
}

export class SlowAccounts {
  private readonly accounts = new Map<string, SlowAccount>();

  constructor(private readonly rememberedMs = REMEMBERED_MS) {}

  has(accountId: string): boolean {
    const account = this.accounts.get(accountId);
    return account !== undefined && !isOver(account);
  }

  /** To be told of a document that turns out to be slow. @returns what to call when it is done with. */
  began(accountId: string): () => void {
    for (const [id, account] of this.accounts) if (isOver(account)) this.accounts.delete(id);
    const account = this.accounts.get(accountId) ?? { atWork: 0, until: 0 };
    this.accounts.set(accountId, account);
    account.atWork += 1;
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      account.atWork -= 1;
      account.until = performance.now() + this.rememberedMs;
    };
  }
}

const isOver = ({ atWork, until }: SlowAccount): boolean => atWork === 0 && performance.now() >= until;
