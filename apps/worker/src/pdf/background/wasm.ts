/** PDFium's WebAssembly: compiled once, then each thread makes an instance of it. */
import { readFile } from 'node:fs/promises';

declare global {
  /** As far as it is used: Node.js has no types for it. */
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
