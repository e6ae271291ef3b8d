/** Recognises scripts that would have drawn something, and says what to do: scripts never run. */
import type { WarningCode } from '@toolpress/contract';
import { attribute, type Element, ownText } from '../html.js';
import type { ScriptScene } from './script-scene.js';

export interface ScriptKind {
  /** The content that only the script adds. */
  readonly draws: string;
  /** What to do, as a sentence without a full stop. */
  readonly instead: string;
  readonly code?: WarningCode;
  /** Names of libraries, as they are in addresses. */
  readonly libraries?: string;
  /** Other parts of addresses. */
  readonly addresses?: RegExp;
  /** Text inside such scripts. */
  readonly marks?: RegExp;
  /** Types of such scripts. */
  readonly types?: RegExp;
  /** Returns whether the document has something to draw. Assumed if undefined. @param text of an inline script. */
  readonly hasWork?: (scene: ScriptScene, text: string) => boolean;
  /** Whether it fills elements that it names. */
  readonly fills?: boolean;
}

const IMAGE = 'draw them beforehand, and send them as `svg` or images';
const HEADER = 'use `header_html` or `footer_html`, with `[[page]]` and `[[pages]]`';

/** Code that adds an element to the document. */
const ADDS = /\.(?:append\w*|prepend\w*|insertBefore|insertAdjacent\w+|replace\w*|before|after)\s*\(/;

/** The first match counts. */
const SCRIPT_KINDS: readonly ScriptKind[] = [
  {
    draws: 'page numbers',
    instead: HEADER,
    code: 'markup_ignored',
    types: /^text\/php$/,
    marks: /\bfunction\s+subst\s*\(|\bPrince\.(?:addScriptFunc|trackBoxes)\b/,
  },
  {
    draws: 'the pages of paged.js',
    instead:
      'the browser itself supports `@page` with sizes, names, margin boxes and `counter(page)`; for running headers, use `header_html`',
    libraries: 'paged pagedjs paged.polyfill pagedjs.polyfill bindery vivliostyle',
    marks: /\bPagedConfig\b|\bPaged\.Previewer\b/,
  },
  {
    draws: 'styles',
    instead: 'send the compiled CSS',
    libraries: 'tailwind tailwindcss tailwindcss-browser less twind unocss',
    addresses: /cdn\.tailwindcss\.com|@tailwindcss\/browser/,
    marks: /\btailwind\.config\s*=/,
  },
  {
    draws: 'formulas',
    hasWork: ({ hasFormulas }) => hasFormulas,
    instead: 'send them as `math` elements, or as the HTML and the style sheet that KaTeX makes of them',
    libraries:
      'mathjax auto-render asciimathml latexmathml jqmath tex-chtml tex-svg tex-mml-chtml tex-mml-svg mml-chtml',
    types: /^math\//,
    marks: /\bMathJax\s*[.=]|\brenderMathInElement\s*\(|\bkatex\.render\w*\s*\(/,
  },
  {
    draws: 'QR codes or barcodes',
    instead: 'use a template tag: `[[text | qr]]`, `[[number | barcode: "ean13"]]`',
    libraries:
      'qrcode qrcodejs qrcode-generator qrcode-svg jquery.qrcode jquery-qrcode qrious qr-code-styling easy.qrcode easyqrcodejs qr-creator kjua jsbarcode jquery-barcode jquery.barcode bwip-js pdf417 barcode',
    marks:
      /\bnew\s+(?:QRCode|QRious|QRCodeStyling|EasyQRCode)\b|\bQRCode\.to\w+\s*\(|\bqrcode\s*\(|\bQrCode\.encode|\bcreate(?:Img|Svg)Tag\s*\(|\.makeCode\s*\(|\b(?:JsBarcode|bwipjs\.\w+|kjua)\s*\(|\.(?:qrcode|barcode)\s*\(/,
  },
  {
    draws: 'charts',
    instead: IMAGE,
    libraries:
      'chart chartjs echarts highcharts highstock highcharts-more d3 apexcharts vue-apexcharts plotly plotly-basic amcharts c3 nvd3 billboard chartist morris raphael jquery.flot flot jquery.sparkline sparkline frappe-charts vega vega-lite vega-embed uplot dygraph dygraphs chartkick canvasjs jquery.canvasjs fusioncharts anychart zingchart jqplot jquery.jqplot taucharts jquery.knob easypiechart jquery.easypiechart jsapi',
    addresses: /gstatic\.com\/charts|amcharts\.com\//,
    marks:
      /\bnew\s+(?:Chart|ApexCharts|uPlot|FusionCharts|Chartist\.\w+|CanvasJS\.\w+|Highcharts\.\w+|frappe\.Chart)\s*\(|\becharts\.init\s*\(|\bHighcharts\.\w*[cC]hart\s*\(|\bd3\.select(?:All)?\s*\(|\bPlotly\.\w+\s*\(|\bgoogle\.(?:charts|visualization)\.|\bam(?:4core|5)\.|\bc3\.generate\s*\(|\bMorris\.\w+\s*\(|\bvegaEmbed\s*\(|\$\.plot\s*\(|\.sparkline\s*\(/,
  },
  {
    draws: 'diagrams',
    // Notebooks load mermaid for diagrams that they may have.
    hasWork: (scene, text) => !/\bmermaid\b/.test(text) || scene.hasDiagrams(text),
    instead: IMAGE,
    libraries:
      'mermaid flowchart viz sequence-diagram wavedrom nomnoml jointjs gojs cytoscape vis-network abcjs vexflow',
    marks: /\bmermaid\.(?:initialize|init|run|render)\s*\(/,
  },
  {
    draws: 'maps',
    instead: IMAGE,
    libraries: 'leaflet mapbox-gl maplibre-gl openlayers',
    addresses: /maps\.google(?:apis)?\.com\//,
    marks: /\bL\.map\s*\(|\bnew\s+(?:mapboxgl|maplibregl|google\.maps|ol)\.Map\s*\(/,
  },
  {
    draws: 'icons',
    instead: 'send them as `svg`, or with the style sheet of an icon font',
    libraries: 'feather feather-icons lucide iconify iconify-icon ionicons',
    addresses: /font-?awesome/,
    marks: /\bfeather\.replace\s*\(|\blucide\.createIcons\s*\(/,
  },
  {
    draws: 'the colours of code',
    hasWork: ({ hasCode }) => hasCode,
    instead: 'send the HTML that it makes of the code',
    libraries: 'prism highlight highlightjs highlight.pack prettify run_prettify shiki',
    marks: /\bhljs\.\w+\s*\(|\bPrism\.highlight\w*\s*\(|\bprettyPrint\s*\(/,
  },
  {
    draws: 'content',
    fills: true,
    instead: 'send the document that the script produces, or fill it from `data`',
    libraries:
      'vue vue.global petite-vue react react-dom preact babel babel.standalone angular alpine alpinejs handlebars mustache ejs jsrender jquery.tmpl knockout ember lit respec respec-w3c marked showdown markdown-it',
    types:
      /^(?:text|application)\/(?:babel|jsx|typescript|ng-template|template|html|x-(?:template|tmpl|handlebars\S*|mustache|jsrender|jquery-tmpl|ejs))$|^template$|^x-tmpl-mustache$/,
    addresses: /distill\.pub\/template/,
    marks:
      /\bnew\s+Vue\s*\(|\bcreateApp\s*\(|\bReactDOM\.|\bcreateRoot\s*\(|\bangular\.module\s*\(|\bHandlebars\.compile\s*\(|\bMustache\.render\s*\(|\bko\.applyBindings\s*\(/,
  },
  {
    draws: 'drawings',
    hasWork: (scene, text) => !/\.getContext\b/.test(text) || scene.hasCanvas || ADDS.test(text),
    instead: IMAGE,
    marks: /\.getContext\s*\(\s*["'`]2d|\bcreateElementNS\s*\(\s*["'`]http:\/\/www\.w3\.org\/2000\/svg/,
  },
  {
    draws: 'what it writes',
    hasWork: ({ hasNoScript }) => !hasNoScript,
    instead: 'send the document that the script produces, or fill it from `data`',
    // A script that loads another one shows nothing.
    marks: /\bdocument\.write(?:ln)?\s*\((?!\s*(?:unescape\s*\(\s*)?["'`](?:<|%3C|\\x3C)script)/i,
  },
];

const BY_NAME = new Map(
  SCRIPT_KINDS.flatMap((kind) => (kind.libraries?.split(' ') ?? []).map((name): [string, ScriptKind] => [name, kind])),
);

/**
 * Returns the kind of a script; undefined for a script that probably draws nothing.
 *
 * @param scene reads what the document has for scripts. Called only if needed.
 */
export function scriptKind(script: Element, scene: () => ScriptScene): ScriptKind | undefined {
  const type = attribute(script, 'type')?.value.trim().toLowerCase() ?? '';
  const src = attribute(script, 'src')?.value;
  const hasWork = (kind: ScriptKind | undefined, text = ''): boolean => kind?.hasWork?.(scene(), text) ?? true;
  const byType = type === '' ? undefined : SCRIPT_KINDS.find(({ types }) => types?.test(type));
  if (byType || isData(type)) return byType;
  if (src !== undefined) {
    const kind = byAddress(src);
    return hasWork(kind) ? kind : undefined;
  }
  const text = ownText(script);
  return SCRIPT_KINDS.find((kind) => kind.marks?.test(text) && hasWork(kind, text));
}

/** Neither a script nor a template. */
const isData = (type: string): boolean => /json|importmap|speculationrules|^text\/plain$/.test(type);

const MAX_ADDRESS = 500;
/** The parts after the name of a file or a package: `chart.umd.min.js`, `d3.v7.js`, `plotly-2.27.0`, `vue@3.4.21`. */
const ENDING =
  /^(?:\.m?js|[.-](?:min|umd|esm?|cjs|iife|global|prod|production|development|bundle|all|core|latest|v?\d+))$/;

function byAddress(src: string): ScriptKind | undefined {
  if (src.length > MAX_ADDRESS || src.startsWith('data:')) return undefined;
  const address = src.toLowerCase();
  const known = SCRIPT_KINDS.find(({ addresses }) => addresses?.test(address));
  if (known) return known;
  for (const part of (address.split(/[?#]/)[0] ?? '').split('/')) {
    const kind = BY_NAME.get(part) ?? BY_NAME.get(withoutEnding(part));
    if (kind) return kind;
  }
  return undefined;
}

function withoutEnding(part: string): string {
  const [name = ''] = part.split('@', 1);
  const pieces = name.split(/(?=[.-])/);
  while (ENDING.test(pieces.at(-1) ?? '')) pieces.pop();
  return pieces.join('');
}
