/** Prints with pages of the process. */
import type { StoredFont } from '@toolpress/contract';
import type { Calls } from '@toolpress/runtime';
import type { TaskHost } from '@toolpress/runtime/serve-tasks';
import { pageWork } from '../browser/page-printer.js';
import type { PageCommands } from '../browser/page-work.js';
import type { PrintWork } from '../browser/printer.js';
import type { MadeFile, PrintRequest } from './render-task.js';

/** A page of the process while it is lent. */
interface LentPage extends Pick<PageCommands, 'mark' | 'answersInOrder'> {
  readonly number: number;
}

export class RemotePrinting {
  private readonly works = new Map<number, (page: PageCommands) => Promise<unknown>>();
  private lastWork = 0;

  constructor(private readonly host: TaskHost) {}

  /** The functions that the process calls. It may do a work again, on another page. */
  readonly calls: Calls = {
    work: async (work: number, page: LentPage) => {
      await this.works.get(work)?.(this.commands(page));
    },
  };

  /**
   * Does a piece of work with a page of the process, see `Renderer.print`.
   *
   * @param file the kind and life of the file that will be made of it.
   * @param fonts of the account.
   */
  async print<Result>(
    print: PrintWork<Result>,
    file: Pick<MadeFile, 'kind' | 'expiresIn'> | undefined,
    fonts: readonly StoredFont[],
  ): Promise<Result> {
    const {
      run,
      onAsked,
      images,
      deadAddresses = [],
      changesPage = false,
      fonts: fallback,
      media,
      printMark,
    } = pageWork(print);
    const work = ++this.lastWork;
    let result: { value: Result } | undefined;
    this.works.set(work, async (page) => {
      result = { value: await run(page) };
    });
    const ownFonts = (print.ownFonts?.addresses ?? []).map(
      ([address, font]) => [address, fonts.indexOf(font)] as const,
    );
    const request: PrintRequest = {
      ...{ work, file, images, printMark, changesPage, fonts: fallback, media, ownFonts },
      deadAddresses: [...deadAddresses],
    };
    try {
      const asked = await this.host.call<string[]>('print', request);
      if (deadAddresses !== undefined) onAsked?.(new Set(asked));
    } finally {
      this.works.delete(work);
    }
    if (result === undefined) throw new Error('the work was not done');
    return result.value;
  }

  private commands({ number, mark, answersInOrder }: LentPage): PageCommands {
    const command =
      <Name extends keyof PageCommands>(name: Name) =>
      (...args: readonly unknown[]) =>
        this.host.call<never>('page', number, name, args);
    return {
      ...{ mark, answersInOrder },
      load: command('load'),
      printAhead: command('printAhead'),
      print: command('print'),
      resize: command('resize'),
      openWorld: command('openWorld'),
      evaluate: command('evaluate'),
      takeHanded: command('takeHanded'),
      checkFonts: command('checkFonts'),
    };
  }
}
