import type { AdminApi } from './admin-api.js';

/** The context of all commands. */
export interface Session {
  /** The admin API. It connects on first use, because help needs no service. */
  readonly api: AdminApi;
  /** The address from the command line, if given. */
  readonly url: string | undefined;
  /** The program's name, for messages. */
  readonly program: string;
  /** The exit code when nothing throws. */
  exitCode: number;
  /** Writes a result: the data with `--json`, else readable lines; default: to stdout. */
  show(data: unknown, lines: () => readonly string[], stream?: NodeJS.WriteStream): Promise<void>;
  /** Returns arguments of commander's `addHelpText` for examples without the program's name. */
  examples(...commands: string[]): ['after', string];
}
