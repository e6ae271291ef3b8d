/** Documents that are printed with an outline, and what the outline says. */
import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFRef } from '@cantoo/pdf-lib';
import { type RenderJob, ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { startRenderWorker } from './render-worker.js';

export interface OutlineEntry {
  title: string;
  depth: number;
  page: number;
  left: number;
  top: number;
  isOpen: boolean;
}

/** The outline as a library that is not ours reads it; it has to be linked in both directions. */
export async function outlineOf(pdf: Buffer): Promise<OutlineEntry[]> {
  const document = await PDFDocument.load(pdf);
  const pages = new Map(document.getPages().map(({ ref }, index) => [ref.toString(), index + 1]));
  const get = (dictionary: PDFDict, key: string): PDFObject | undefined => dictionary.get(PDFName.of(key));
  const number = (value: unknown): number => (value instanceof PDFNumber ? value.asNumber() : Number.NaN);
  const entries: OutlineEntry[] = [];
  const read = (parent: PDFDict, parentRef: PDFObject | undefined, depth: number): void => {
    let before: PDFObject | undefined;
    for (let at = get(parent, 'First'); at instanceof PDFRef; ) {
      const item = document.context.lookup(at, PDFDict);
      expect(String(get(item, 'Parent'))).to.equal(String(parentRef));
      expect(String(get(item, 'Prev'))).to.equal(String(before));
      const [page, , left, top] =
        document.context.lookup(get(item, 'Dest')) instanceof Object ? destinationOf(item) : [];
      const title = get(item, 'Title');
      entries.push({
        title: title instanceof PDFHexString ? title.decodeText() : '',
        ...{ depth, page: pages.get(String(page)) ?? 0, left: number(left), top: number(top) },
        isOpen: number(get(item, 'Count')) > 0,
      });
      read(item, at, depth + 1);
      before = at;
      at = get(item, 'Next');
    }
    expect(String(get(parent, 'Last'))).to.equal(String(before));
  };
  const destinationOf = (item: PDFDict): PDFObject[] =>
    (get(item, 'Dest') as unknown as { asArray(): PDFObject[] }).asArray();
  const root = document.catalog.get(PDFName.of('Outlines'));
  if (root === undefined) return entries;
  expect(String(document.catalog.get(PDFName.of('PageMode')))).to.equal('/UseOutlines');
  read(document.context.lookup(root, PDFDict), root, 0);
  return entries;
}

export interface OutlinePrinter {
  /** @throws ServiceError when the document is refused. */
  pdfOf(html: string, job?: Partial<RenderJob>): Promise<Buffer>;
  close(): Promise<void>;
}

/** Starts what prints documents with an outline. */
export async function startOutlinePrinter(): Promise<OutlinePrinter> {
  const worker = await startRenderWorker();
  return {
    async pdfOf(html, job = {}) {
      const reply = await worker.render({ html, outline: true, ...job });
      if (!reply.ok) throw ServiceError.fromData(reply.error);
      return worker.last();
    },
    close: () => worker.close(),
  };
}
