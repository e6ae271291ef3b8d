/** Prints with pages of the process. */
import type { StoredFont } from '@toolpress/contract';
import type { Calls } from '@toolpress/runtime';
import type { TaskHost } from '@toolpress/runtime/serve-tasks';
import { pageWork } from '../../browser/page-printer.js';
import { PAGE_COMMANDS, type PageCommands } from '../../browser/page-work.js';
import type { PrintWork } from '../../browser/printer.js';
import type { MadeFile, PrintAnswer, PrintRequest } from './render-task.js';

/** A page of the process while it is lent. */
interface LentPage extends Pick<PageCommands, 'mark' | 'answersInOrder'> {
  readonly number: number;
}

/** Whether the browser answers in the order in which it prints, as the last page said. */
let answersInOrder = false;

/** The work needs a page before it can continue. */
class NeedsPage extends Error {}

export class RemotePrinting {
  private readonly works = new Map<number, (page: PageCommands) => Promise<unknown>>();
  private lastWork = 0;

  constructor(private readonly host: TaskHost) {}

  /** The functions that the process calls. It may do a work again, on another page. */
  readonly calls: Calls = {
    work: async (work: number, page: LentPage) => {
      ({ answersInOrder } = page);
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
    const { run, onAsked, deadAddresses = [], ...loads } = pageWork(print);
    const work = ++this.lastWork;
    const ownFonts = (print.ownFonts?.addresses ?? []).map(
      ([address, font]) => [address, fonts.indexOf(font)] as const,
    );
    const { images, printMark, changesPage = false, fonts: fallback, media } = loads;
    const request: PrintRequest = {
      ...{ work, file, images, printMark, changesPage, fonts: fallback, media, ownFonts },
      deadAddresses: [...deadAddresses],
      ...(print.blocks !== undefined && { blocks: print.blocks }),
    };
    if (print.isAhead === true && answersInOrder && request.deadAddresses.length === 0) {
      try {
        return await run(this.aheadOf(request));
      } catch (error) {
        if (!(error instanceof NeedsPage)) throw error;
      }
    }
    let result: { value: Result } | undefined;
    this.works.set(work, async (page) => {
      result = { value: await run(page) };
    });
    try {
      const { asked } = await this.host.call<PrintAnswer>('print', request);
      onAsked?.(new Set(asked));
    } finally {
      this.works.delete(work);
    }
    if (result === undefined) throw new Error('the work was not done');
    return result.value;
  }

  /** Returns commands that send a document with the request for a page, which saves half of the messages. @throws NeedsPage for others. */
  private aheadOf(request: PrintRequest): PageCommands {
    const commands = commandsBy(() => () => Promise.reject(new NeedsPage()));
    return {
      ...{ ...commands, mark: '', answersInOrder },
      printAhead: async (...only) => {
        const { pdf } = await this.host.call<PrintAnswer>('print', { ...request, only } satisfies PrintRequest);
        return pdf ?? Buffer.of();
      },
    };
  }

  private commands({ number, mark, answersInOrder: inOrder }: LentPage): PageCommands {
    const commands = commandsBy(
      (name) =>
        (...args) =>
          this.host.call('page', number, name, args),
    );
    return { ...commands, mark, answersInOrder: inOrder };
  }
}

type Command = (...args: readonly unknown[]) => Promise<never>;

const commandsBy = (commandOf: (name: string) => Command): Pick<PageCommands, (typeof PAGE_COMMANDS)[number]> =>
  Object.fromEntries(PAGE_COMMANDS.map((name) => [name, commandOf(name)])) as Record<
    (typeof PAGE_COMMANDS)[number],
    Command
  >;
