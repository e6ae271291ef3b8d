import type { AdminApi } from './admin-api.js';

/** What the commands share. */
export interface Session {
  /** Connects when it is first asked for: help needs no service. */
  readonly api: AdminApi;
  /** The program's name, for messages. */
  readonly program: string;
  /** What the process ends with when nothing throws. */
  exitCode: number;
  /** Writes a result: the data itself for programs (`--json`), else lines for people. */
  show(data: unknown, lines: () => readonly string[]): Promise<void>;
  /** Arguments of commander's `addHelpText`: examples, without the program. */
  examples(...commands: string[]): ['after', string];
}
