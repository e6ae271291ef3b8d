import { ServiceError } from '@toolpress/contract';
import type { AddressGuard } from './address/guard.js';
import { exchange, type OutboundResponse } from './exchange/exchange.js';
import { targetFault } from './exchange/faults.js';
import { WrongAddress } from './exchange/socket-watch.js';
import { MISSING, type Stage } from './exchange/stage.js';
import { type Hop, targetName } from './hop.js';
import type { OutboundLimits } from './request.js';
import { checkHostLists } from './target/host-patterns.js';
import { hostnameOf } from './target/target-url.js';

/** One request from hop to hop, and how far it has come. */
export class Journey {
  private stage: Stage = 'lookup';

  constructor(
    private readonly guard: AddressGuard,
    private readonly limits: OutboundLimits,
    private hop: Hop,
  ) {}

  async run(signal: AbortSignal): Promise<OutboundResponse> {
    for (;;) {
      signal.throwIfAborted();
      const result = await this.take(this.hop, signal);
      if (!('next' in result)) return result;
      this.hop = result.next;
    }
  }

  overdue(): ServiceError {
    return new ServiceError(
      'deadline_exceeded',
      `${targetName(this.hop)} took longer than ${this.limits.timeoutMs} ms: ${MISSING[this.stage]}.`,
    );
  }

  private async take(hop: Hop, signal: AbortSignal): ReturnType<typeof exchange> {
    this.stage = 'lookup';
    const onStage = (stage: Stage): void => {
      this.stage = stage;
    };
    try {
      checkHostLists(hostnameOf(hop.url), this.limits, targetName(hop));
      const addresses = await this.guard.admit(hop, signal);
      return await exchange(hop, addresses, this.limits, onStage, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof WrongAddress) throw this.guard.refuseReached(hop, error.address);
      throw targetFault(error, hop, this.limits);
    }
  }
}
