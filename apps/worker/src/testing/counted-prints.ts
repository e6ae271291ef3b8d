import type { RenderJob } from '@toolpress/contract';
import { finishPdf } from '@toolpress/pdf';
import { type OpenDocument, type Printer, printerWith } from '../browser/printer.js';
import { printPagedFlow } from '../parts/paged/paged.js';
import { prepareDocument } from '../render/prepare/prepare-document.js';
import { type PrintedDocument, printDocument } from '../render/print/print-document.js';
import { NO_IMAGES } from '../resources/image-source.js';
import { MAX_PDF_BYTES } from './chromium.js';
import { testPage } from './page.js';

/** @returns prints documents on a page of a browser, and says how often the last one was printed for it. */
export function countedPrints() {
  const page = testPage();
  let prints = 0;
  const counted = <Prints extends Printer['print'] | OpenDocument['print']>(one: Prints) =>
    ((...args: Parameters<Prints>) => {
      prints += 1;
      return (one as (...given: Parameters<Prints>) => Promise<Buffer>)(...args);
    }) as Prints;

  async function print(job: Partial<RenderJob>): Promise<{ pdf: Buffer; printed: PrintedDocument }> {
    const whole: RenderJob = { requestId: 'test', html: '', orientation: 'portrait', ...job };
    const document = prepareDocument(whole, () => undefined);
    prints = 0;
    const run = (printer: Printer): Promise<PrintedDocument> => {
      const open: Printer['open'] = async (html) => {
        const opened = await printer.open(html);
        const { run: script, resize } = { run: opened.run.bind(opened), resize: opened.resize.bind(opened) };
        return { run: script, resize, print: counted(opened.print.bind(opened)) };
      };
      const all = printerWith(printer, {
        print: counted(printer.print.bind(printer)),
        printRepeated: counted(printer.printRepeated.bind(printer)),
        open,
      });
      return printDocument(all, document, whole, MAX_PDF_BYTES, { flow: printPagedFlow });
    };
    const { result } = await page.work({ images: NO_IMAGES, changesPage: document.changesPage, run });
    const hasSoftHyphens = document.hasSoftHyphens();
    return { pdf: finishPdf(result.pdf, { stamps: result.stamps, hasSoftHyphens }), printed: result };
  }
  return { print, prints: () => prints };
}
