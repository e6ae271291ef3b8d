/**
 * The parts of pdf.js that the page uses. Its files are modules that were put one after the other, each after a comment with its path.
 * Half of them are for what the page doesn't do: to change a PDF, forms of XFA, pages over a network. They are left out before esbuild
 * leaves out what is not used, because most of them have effects when they are loaded. The builds "legacy" have the language's own
 * functions again, which `pdf-support.ts` has where they are needed.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Used by the rest, but only for PDFs that have what is left out. Chromium writes none of them. */
const WORKER_STUBS = `
const absent = (name) => class {
  constructor() { throw new Error(name + " is left out of this build of pdf.js."); }
  static setOptions() {}
  static cleanup() {}
};
const BrotliStream = absent("Brotli"), CCITTFaxStream = absent("CCITT"), Jbig2Stream = absent("JBIG2"), JpxStream = absent("JPX");
const JpxImage = JpxStream, JBig2CCITTFaxWasmImage = Jbig2Stream;
const XFAFactory = absent("XFA"), PDFEditor = absent("The editor of PDFs"), incrementalUpdate = () => new PDFEditor();
const CipherTransformFactory = absent("Decryption");
const AnnotationFactory = { createGlobals: async () => null }, WidgetAnnotation = absent("Forms"), PopupAnnotation = WidgetAnnotation;
const IccColorSpace = { isUsable: false, setOptions() {} }, CmykICCBasedCS = IccColorSpace;
const getXfaFontName = () => null, getXfaFontDict = getXfaFontName;
`;
const PAGE_STUBS = `
const AnnotationEditor = class {}, XfaText = AnnotationEditor, XfaLayer = AnnotationEditor, TextLayer = { cleanup() {} };
const NodeFilterFactory = AnnotationEditor, NodeCanvasFactory = AnnotationEditor, NodeBinaryDataFactory = AnnotationEditor;
const initWebGPUMesh = () => {}, isWebGPUMeshReady = () => false, drawMeshWithGPU = isWebGPUMeshReady;
const getNetworkStream = () => { throw new Error("This build of pdf.js loads no addresses."); };
const CanvasBBoxTracker = AnnotationEditor, CanvasDependencyTracker = AnnotationEditor, CanvasNestedDependencyTracker = AnnotationEditor;
const CanvasImagesTracker = AnnotationEditor, Dependencies = {};
export { getDocument, PDFWorker };
`;

/** What is left out of each file, by the modules' paths. @type {Record<string, { modules: RegExp[], stubs: string }>} */
const LEFT_OUT = {
  'pdf.worker.mjs': {
    modules: [
      /^external\/brotli\/|core\/brotli_stream/,
      /^external\/jbig2\/|core\/(?:jbig2|ccitt|arithmetic_decoder)/,
      /^external\/openjpeg\/|core\/jpx/,
      /core\/xfa(?:\/|_fonts)|core\/\w+_factors|core\/liberationsans_widths/,
      /core\/editor\/|core\/writer/,
      /core\/(?:crypto|calculate_sha)/,
      /core\/(?:annotation|default_appearance)$/, // those of the service are links, which have no look
      /external\/qcms\/|core\/icc_colorspace/, // works with a WebAssembly module that the page does not load
    ],
    stubs: WORKER_STUBS,
  },
  'pdf.mjs': {
    modules: [
      /display\/(?:editor\/|annotation_layer|draw_layer|touch_manager|svg_factory)|shared\/scripting_utils/,
      /display\/xfa_/,
      /display\/text_layer/,
      /display\/canvas_dependency_tracker/, // records what the debugger and the search of images need
      /display\/webgpu_mesh/,
      /display\/(?:network|content_disposition|fetch_stream|node_)/,
      /^src\/pdf$/, // its list of exports
    ],
    stubs: PAGE_STUBS,
  },
};

/**
 * Returns a file of pdf.js without modules.
 *
 * @param {string} source @param {{ modules: RegExp[], stubs: string }} leftOut
 * @throws {Error} if it has no such modules: then pdf.js has changed, and the lists above must be read again
 */
function without(source, { modules, stubs }) {
  const [head = '', ...parts] = source.split(/^;\/\/ \.\/(\S+)\.js$/m);
  const found = new Set();
  const kept = [head, stubs];
  for (let at = 0; at < parts.length; at += 2) {
    const pattern = modules.find((each) => each.test(parts[at] ?? ''));
    if (pattern) found.add(pattern);
    else kept.push(parts[at + 1] ?? '');
  }
  const absent = modules.find((pattern) => !found.has(pattern));
  if (absent) throw new Error(`pdf.js has no module like ${absent}. Read packages/studio/bundle/pdf-js.mjs again.`);
  return kept.join('');
}

/** Fonts of today name glyphs by numbers, other than the letters of Latin, Greek and Cyrillic, signs and dingbats. */
const NAMED_GLYPH = /^ {2}t(?:\.\w+|\["\w+"\]) = 0x([\da-f]{4});\n/gm;
const isNamed = (/** @type {number} */ code) =>
  code < 0x530 ||
  (code >= 0x1e00 && code < 0x2400) ||
  (code >= 0x2700 && code < 0x27c0) ||
  (code >= 0xfb00 && code < 0xfb07);

/** Leaves out most of the names of glyphs: the list of 4,300 is the largest module. @param {string} source */
const withFewerGlyphs = (source) =>
  source.replace(NAMED_GLYPH, (entry, code) => (isNamed(Number.parseInt(code, 16)) ? entry : ''));

/** @type {import('esbuild').Plugin} */
export const pdfJs = {
  name: 'parts of pdf.js',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^pdfjs-dist$/ }, () => ({ path: fileOf('pdf.mjs') }));
    onLoad({ filter: /pdfjs-dist[\\/]build[\\/]pdf(?:\.worker)?\.mjs$/ }, async ({ path }) => {
      const leftOut = LEFT_OUT[path.endsWith('pdf.mjs') ? 'pdf.mjs' : 'pdf.worker.mjs'];
      return leftOut && { contents: withFewerGlyphs(without(await readFile(path, 'utf8'), leftOut)), loader: 'js' };
    });
  },
};

/** @param {string} name */
const fileOf = (name) => fileURLToPath(import.meta.resolve(`pdfjs-dist/build/${name}`));
