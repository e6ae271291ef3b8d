/** PDFium's WebAssembly. It is compiled once, and each thread creates an instance. */
import { readFile } from 'node:fs/promises';

declare global {
  /** The part of the API that is used. Node.js has no types for it. */
  namespace WebAssembly {
    function compile(bytes: Uint8Array): Promise<Module>;
    class Instance {
      constructor(module: Module, imports: object);
      readonly exports: object;
    }
  }
}

export const compiled = async (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await readFile(new URL(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))));

export const instanceOf = (wasm: WebAssembly.Module, imports: object): WebAssembly.Instance =>
  new WebAssembly.Instance(wasm, imports);
