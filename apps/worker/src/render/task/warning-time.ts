/** The time to look for faults that are only warned of. */
import { systemThreadId, threadCpuMs } from '@toolpress/runtime/thread-time';

/** The processor time in milliseconds. What has begun by then is finished. */
const LIMIT_MS = 100;

const thread = systemThreadId();
const cpuMs = (): number => (thread === undefined ? performance.now() : (threadCpuMs(thread) ?? 0));

export class WarningTime {
  /** Whether something was left out. */
  wasOver = false;
  private readonly begunAt = performance.now();
  /** The processor time when it was first looked at. */
  private cpuBefore: number | undefined;

  constructor(private readonly limitMs = LIMIT_MS) {}

  /** Returns what is found, or nothing if the time is over. */
  unlessOver<Found>(find: () => readonly Found[]): readonly Found[] {
    if (!this.isOver()) return find();
    this.wasOver = true;
    return [];
  }

  /** On a busy machine, time passes without processor time, which is looked at only then. */
  private isOver(): boolean {
    if (performance.now() - this.begunAt <= this.limitMs) return false;
    const now = cpuMs();
    this.cpuBefore ??= now;
    return now - this.cpuBefore > this.limitMs;
  }
}
