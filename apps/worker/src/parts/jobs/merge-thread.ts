/** Merges the PDFs of one batch, which the process hands over one after another. The process takes the merged PDF in pieces. */
import { merged, type Protection, type RowPdf } from '@toolpress/pdf';
import { Moved } from '@toolpress/runtime/peer';
import { type ServedTask, serveTasks } from '@toolpress/runtime/serve-tasks';

export interface MergeTask {
  readonly filename: string | undefined;
  readonly protection: Protection | undefined;
}

serveTasks(async ({ task, host, serve }: ServedTask<MergeTask>) => {
  async function* rows(): AsyncGenerator<RowPdf> {
    for (;;) {
      const row = await host.call<(Omit<RowPdf, 'content'> & { bytes: Uint8Array }) | undefined>('row');
      if (row === undefined) return;
      const { bytes, ...about } = row;
      yield { ...about, content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) };
    }
  }
  let pageCount = 0;
  const noteCount = (count: number): void => {
    pageCount = count;
  };
  const pieces = merged(rows(), task.filename, noteCount, task.protection);
  return new Promise<number>((resolve) => {
    const piece = async (): Promise<Moved | undefined> => {
      const { value, done } = await pieces.next();
      if (done !== true) return new Moved(value, value);
      resolve(pageCount);
      return undefined;
    };
    serve({ piece });
    host.notify('begun');
  });
});
