/** PDFium, the PDF reader of Chromium, as WebAssembly: a hostile file can reach its own memory only. It is built without JavaScript. */
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { instanceOf } from './wasm.js';

/** The memory limit of PDFium, in bytes. */
const MEMORY_BYTES = 256 * 1024 * 1024;

/** The reason why a PDF cannot be used. The message continues a sentence that begins with the PDF's name. */
export class UnusablePdf extends Error {
  override readonly name = 'UnusablePdf';
}

const BROKEN = 'is broken, or is not a PDF';

/** Messages by PDFium's `FPDF_ERR_…` codes. */
const REASONS: Readonly<Record<number, string>> = {
  4: 'needs a password; send it without',
  5: 'is encrypted in a way that can’t be read; send it without',
};

/**
 * @param maxPages the limit of pages to read. Further pages are left out.
 * @returns a PDF that `PdfFile` reads. Each page draws one form XObject: a page of the other PDF, rotated and cropped as it is shown, with
 *   everything that it needs.
 * @throws UnusablePdf
 */
export async function formPages(pdf: Uint8Array, wasm: WebAssembly.Module, maxPages: number): Promise<Buffer> {
  const pdfium = await startPdfium(wasm);
  try {
    const source = pdfium.FPDF_LoadMemDocument(copyIn(pdfium, pdf), pdf.length, '');
    if (source === 0) throw new UnusablePdf(REASONS[pdfium.FPDF_GetLastError()] ?? BROKEN);
    const count = Math.min(pdfium.FPDF_GetPageCount(source), maxPages);
    if (count < 1) throw new UnusablePdf('has no page that can be read');
    const target = pdfium.FPDF_CreateNewDocument();
    for (let index = 0; index < count; index++) addFormPage(pdfium, target, source, index);
    return saved(pdfium, target);
  } catch (error) {
    if (error instanceof UnusablePdf) throw error;
    // A trap: out of memory, or too deep a recursion.
    throw new UnusablePdf('is broken, or takes too much memory to be read', { cause: error });
  }
}

/** Joins the content streams of the page. */
function addFormPage(pdfium: WrappedPdfiumModule, target: number, source: number, index: number): void {
  const form = pdfium.FPDF_NewXObjectFromPage(target, source, index);
  if (form === 0) throw new UnusablePdf(`has a page ${index + 1} that can’t be read`);
  const page = pdfium.FPDFPage_New(target, index, 1, 1);
  pdfium.FPDFPage_InsertObject(page, pdfium.FPDF_NewFormObjectFromXObject(form));
  if (!pdfium.FPDFPage_GenerateContent(page)) throw new UnusablePdf(`has a page ${index + 1} that can’t be read`);
  pdfium.FPDF_ClosePage(page);
  pdfium.FPDF_CloseXObject(form);
}

async function startPdfium(wasm: WebAssembly.Module): Promise<WrappedPdfiumModule> {
  const silent = (): void => undefined; // its messages contain the caller's content
  const pdfium = await init({
    print: silent,
    printErr: silent,
    instantiateWasm(imports, onInstance) {
      const env = imports.env as { emscripten_resize_heap: (bytes: number) => boolean | number };
      const grow = env.emscripten_resize_heap;
      env.emscripten_resize_heap = (bytes) => (bytes >>> 0 > MEMORY_BYTES ? 0 : grow(bytes));
      const instance = instanceOf(wasm, imports);
      (onInstance as (instance: WebAssembly.Instance) => void)(instance);
      return instance.exports;
    },
  });
  pdfium.PDFiumExt_Init();
  return pdfium;
}

/** Copies bytes to PDFium's memory. @returns their address. */
function copyIn({ pdfium }: WrappedPdfiumModule, bytes: Uint8Array): number {
  const address = pdfium.wasmExports.malloc(bytes.length);
  pdfium.HEAPU8.set(bytes, address);
  return address;
}

function saved(pdfium: WrappedPdfiumModule, document: number): Buffer {
  const writer = pdfium.PDFiumExt_OpenFileWriter();
  pdfium.PDFiumExt_SaveAsCopy(document, writer);
  const length = pdfium.PDFiumExt_GetFileWriterSize(writer);
  const address = pdfium.pdfium.wasmExports.malloc(length);
  pdfium.PDFiumExt_GetFileWriterData(writer, address, length);
  return Buffer.from(pdfium.pdfium.HEAPU8.slice(address, address + length));
}
