import { Redis } from 'ioredis';

export interface RedisCommand {
  /** Epoch milliseconds, by Redis' clock. */
  at: number;
  /** `address:port` of the connection, or `lua` for what a script runs. */
  source: string;
  /** The command and its arguments. */
  args: string[];
}

/** Listens to all that a Redis is told. @returns `seen` grows until `end` is called. */
export async function recordCommands(url: string): Promise<{ seen: readonly RedisCommand[]; end: () => void }> {
  const redis = new Redis(url);
  const monitor = await redis.monitor();
  const seen: RedisCommand[] = [];
  monitor.on('monitor', (seconds: string, args: string[], source: string) => {
    seen.push({ at: Number(seconds) * 1_000, source, args });
  });
  return {
    seen,
    end() {
      monitor.disconnect();
      redis.disconnect();
    },
  };
}
