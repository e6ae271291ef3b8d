import type { AdminApi } from './admin-api.js';

/** What the commands share. */
export interface Session {
  /** Connects when it is first asked for: help needs no service. */
  readonly api: AdminApi;
  /** The service's address, when the command line names it. */
  readonly url: string | undefined;
  /** The program's name, for messages. */
  readonly program: string;
  /** What the process ends with when nothing throws. */
  exitCode: number;
  /** Writes a result: the data itself for programs (`--json`), else lines for people; to stdout unless told. */
  show(data: unknown, lines: () => readonly string[], stream?: NodeJS.WriteStream): Promise<void>;
  /** Arguments of commander's `addHelpText`: examples, without the program. */
  examples(...commands: string[]): ['after', string];
}
