import { checkDocument } from '@toolpress/document';
import { markForTags } from '@toolpress/document/tagging';
import { PdfFile } from '@toolpress/pdf';
import { PdfEdit } from '@toolpress/pdf/testing';
import { Conforming } from '@toolpress/standards';
import { FootnotePrinter } from '../parts/paged/footnotes/footnotes.js';
import { printSettings } from '../render/paper/paper.js';
import { HAS_EMPHASIS } from '../render/prepare/prepare-document.js';
import { NO_IMAGES } from '../resources/image-source.js';
import type { TestPage } from './page.js';

const LEVELS = ['pdf/a-3a', 'pdf/ua-1'] as const;

/** @returns the PDF of a document in English, with repaired tags; numbers of pages in it are 7. */
export async function repairedPdf(page: TestPage, body: string): Promise<PdfEdit> {
  const whole = `<!DOCTYPE html><html lang="en"><head><title>Tags</title></head><body>${body}</body></html>`;
  const checked = checkDocument({ html: whole, mark: markForTags });
  const html = checked.numbered(new Map(checked.references.numbered.map((id) => [id, 7])));
  const { result } = await page.work({
    images: NO_IMAGES,
    run: async (printer) => {
      const pdf = await new FootnotePrinter(printer).print(
        html,
        printSettings({ orientation: 'portrait', tagged: true }),
      );
      const edit = new PdfEdit(new PdfFile(pdf));
      const structure = { ...checked, hasEmphasis: HAS_EMPHASIS.test(html) };
      new Conforming(LEVELS, { title: 'Tags', createdAt: new Date(0) }, structure).apply(edit);
      return edit;
    },
  });
  return result;
}
