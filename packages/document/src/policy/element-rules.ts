/** The policy for elements. The documentation is generated from these tables. */
import type { WarningCode } from '@toolpress/contract';
import { attribute, type Element, isHtml, isMathMl, isSvg, isText } from '../html.js';
import { isImageObject } from './frames.js';
import { isOfNoUseOnPaper } from './page-state.js';

/**
 * `refused`: the document is an error. `removed`: with its content. `unwrapped`: replaced by its content. `text`: becomes a
 * `pre`, which looks the same. `warned`: stays, but means nothing.
 */
type Treatment = 'refused' | 'removed' | 'unwrapped' | 'text' | 'warned';

export interface ElementRule {
  readonly names: readonly string[];
  /** A further condition. */
  readonly when?: (element: Element) => boolean;
  /** The name in the documentation: "`link` to a sheet". */
  readonly called?: string;
  readonly treatment: Treatment;
  /** The reason, as a sentence without a full stop. The error prints it after "is not allowed:". */
  readonly because: string;
  /** Whether it is removed silently if it is not visible. */
  readonly ifShown?: true;
  /** The code of the warning. Defaults to `markup_ignored`. */
  readonly code?: WarningCode;
}

const OTHER_TOOLS = 'only other PDF tools support it';
export const HEADER_INSTEAD = 'for content on every page, use `header_html` or `footer_html`';

const FRAMED = 'it shows another document; put the content into this one, or leave it out with `on_blocked: "warn"`';

/** The first match counts; elements without a rule stay. */
export const HTML_RULES: readonly ElementRule[] = [
  {
    names: ['iframe'],
    when: showsNothing,
    called:
      '`iframe` that is empty (no `src` and `srcdoc`, or `about:blank`), or hidden (`hidden`, `display: none`, no width and height)',
    treatment: 'removed',
    because: 'it shows nothing',
  },
  {
    names: ['iframe', 'portal', 'fencedframe'],
    treatment: 'refused',
    ifShown: true,
    because: FRAMED,
  },
  { names: ['frame', 'frameset'], treatment: 'refused', because: FRAMED },
  {
    names: ['object', 'embed', 'applet'],
    when: (element) => !isImageObject(element),
    called: '`object`, `embed`, `applet`, except [images](#images)',
    treatment: 'refused',
    ifShown: true,
    because: 'it loads content from elsewhere; use `img` for images, `svg` for drawings',
  },
  {
    names: ['video'],
    when: (element) => attribute(element, 'poster') === undefined,
    called: '`video` without `poster`',
    treatment: 'refused',
    because:
      'only the `poster` of a video is printed, and this one has none; add one, or leave the video out with `on_blocked: "warn"`',
  },
  {
    names: ['template'],
    when: (element) => attribute(element, 'shadowrootmode') !== undefined,
    called: '`template` with `shadowrootmode`',
    treatment: 'refused',
    because: 'shadow trees are not printed; put the content into the document itself',
  },
  {
    names: ['script'],
    treatment: 'removed',
    because:
      'scripts never run; put what they would draw into the document. A warning names content that is known to be missing',
  },
  {
    names: ['canvas'],
    when: isBare,
    called: 'an empty `canvas`',
    treatment: 'warned',
    code: 'script_not_run',
    because: 'only scripts draw on it, and they never run; send an `svg` or an image',
  },
  {
    names:
      'htmlpageheader htmlpagefooter sethtmlpageheader sethtmlpagefooter pageheader pagefooter setpageheader setpagefooter page_header page_footer macrolist'.split(
        ' ',
      ),
    treatment: 'warned',
    because: `${OTHER_TOOLS}; ${HEADER_INSTEAD}`,
  },
  {
    names: ['pdf:pagenumber', 'pdf:pagecount'],
    treatment: 'warned',
    because: `${OTHER_TOOLS}; use \`[[page]]\` and \`[[pages]]\` in \`header_html\` or \`footer_html\``,
  },
  {
    names: ['pagebreak', 'formfeed', 'pbr', 'pdf:nextpage', 'pdf:nexttemplate', 'pdf:nextframe'],
    treatment: 'warned',
    because: `${OTHER_TOOLS}; use the CSS property \`break-before\`, with \`page\` for named pages`,
  },
  {
    names: ['page'],
    when: hasAttribute(
      /^(?:back(?:top|right|bottom|left|color|img\w*)|pageset|orientation|format|hide(?:header|footer))$/,
    ),
    called: '`page` with `backtop`, `orientation` and the like',
    treatment: 'warned',
    because: `${OTHER_TOOLS}; use the CSS property \`break-before\`, and \`@page\` for margins and size`,
  },
  {
    names: ['nobreak', 'end_last_page'],
    treatment: 'warned',
    because: `${OTHER_TOOLS}; use the CSS property \`break-inside: avoid\``,
  },
  {
    names: ['columns'],
    when: hasAttribute(/^column-?count$/),
    called: '`columns` with `column-count`',
    treatment: 'warned',
    because: `${OTHER_TOOLS}; use an element with the CSS property \`columns\``,
  },
  {
    names: ['columnbreak', 'column_break', 'newcolumn'],
    treatment: 'warned',
    because: `${OTHER_TOOLS}; use the CSS property \`break-before: column\``,
  },
  {
    names: ['tocpagebreak', 'pdf:toc'],
    treatment: 'warned',
    because: `${OTHER_TOOLS}; use \`<nav data-toc>\``,
  },
  {
    names: ['bookmark'],
    when: hasAttribute(/^(?:content|title)$/),
    called: '`bookmark` with `content` or `title`',
    treatment: 'warned',
    because: `${OTHER_TOOLS}; with \`outline\`, the PDF has an outline of the headings \`h1\` to \`h6\``,
  },
  {
    names: ['bookmarks'],
    treatment: 'warned',
    because: `${OTHER_TOOLS}; with \`outline\`, the PDF has an outline of the headings \`h1\` to \`h6\``,
  },
  {
    names: ['indexinsert'],
    treatment: 'warned',
    because: `${OTHER_TOOLS}; print the terms from \`data\`, with their pages by the filter \`page_of\``,
  },
  {
    names: ['dottab'],
    treatment: 'warned',
    because: `${OTHER_TOOLS}; use \`leader(".")\` in the \`content\` of an \`::after\``,
  },
  {
    names: ['watermarktext', 'watermarkimage'],
    treatment: 'warned',
    because: `${OTHER_TOOLS}; use \`watermark_html\``,
  },
  {
    names: ['barcode', 'pdf:barcode', 'qrcode'],
    treatment: 'warned',
    because: `${OTHER_TOOLS}; use a template tag: \`[[number | barcode: "ean13"]]\`, \`[[text | qr]]\``,
  },
  {
    names: ['annotation'],
    when: hasAttribute(/^content$/),
    called: '`annotation` with `content`',
    treatment: 'warned',
    because: `${OTHER_TOOLS}; write the note into the text, or use \`data-footnote\``,
  },
  {
    names: ['draw', 'textcircle'],
    treatment: 'warned',
    because: `${OTHER_TOOLS}; use \`svg\``,
  },
  {
    names: ['latex'],
    treatment: 'warned',
    because: `${OTHER_TOOLS}; send formulas as \`math\` elements`,
  },
  {
    names: ['link'],
    called: 'any other `link`',
    treatment: 'removed',
    because: 'icons, hints and the like print nothing',
  },
  {
    names: ['m:math', 'mml:math'],
    treatment: 'warned',
    because: 'HTML has no prefixes; write `math`, `mi` and so on',
  },
  { names: ['base'], treatment: 'removed', because: 'links are completed by it, and nothing else has addresses' },
  {
    names: ['meta'],
    when: (element) => attribute(element, 'http-equiv') !== undefined,
    called: '`meta` with `http-equiv`',
    treatment: 'removed',
    because: 'it would lead elsewhere (`refresh`) or change the rules of the page',
  },
  {
    names: ['meta'],
    when: isOfNoUseOnPaper,
    called: '`meta` with a `name` other than `color-scheme`',
    treatment: 'removed',
    because: 'it is for screens and search engines',
  },
  {
    names: ['template'],
    called: 'any other `template`',
    treatment: 'removed',
    because: 'only scripts show its content',
  },
  { names: ['audio', 'bgsound'], treatment: 'removed', because: 'paper makes no sound' },
  {
    names: ['source', 'track'],
    treatment: 'removed',
    because: 'media do not play; a `picture` becomes the one `img` that suits paper',
  },
  { names: ['noembed', 'noframes'], treatment: 'removed', because: 'browsers do not show them' },
  { names: ['noscript'], treatment: 'unwrapped', because: 'scripts are off, so its content shows' },
  {
    names: ['xmp', 'listing', 'plaintext'],
    treatment: 'text',
    because: 'they are obsolete, and their text cannot be serialised safely',
  },
];

export const SVG_RULES: readonly ElementRule[] = [
  { names: ['script'], treatment: 'removed', because: 'scripts never run' },
  {
    names: ['animate', 'animateMotion', 'animateTransform', 'animateColor', 'set', 'discard'],
    treatment: 'removed',
    because: 'paper does not move; the drawing is printed without animation',
  },
];

/** Elements of Content MathML that are used at its root. */
const CONTENT = 'apply bind ci cn csymbol declare fn interval lambda list matrix piecewise reln set vector'.split(' ');
const BELOW_CONTENT: ReadonlySet<string> = new Set([...CONTENT, 'annotation-xml', 'matrixrow', 'piece', 'otherwise']);

/** Elements of MathML 3 that browsers ignore since MathML Core. No element of MathML loads or runs anything. */
export const MATHML_RULES: readonly ElementRule[] = [
  {
    names: CONTENT,
    when: ({ parentNode }) => parentNode !== null && !BELOW_CONTENT.has(parentNode.nodeName),
    treatment: 'warned',
    because: 'the browser prints no Content MathML; send Presentation MathML, such as `mrow`, `mi`, `mn` and `mo`',
  },
  {
    names: ['menclose'],
    treatment: 'warned',
    because: 'the browser prints its content without lines; use `msqrt` for a root, else borders in CSS',
  },
  {
    names: ['mstack', 'mlongdiv'],
    treatment: 'warned',
    because: 'the browser prints its content in one row; use `mtable`',
  },
  {
    names: ['mlabeledtr'],
    treatment: 'warned',
    because: 'the label is printed beside its row, not in the margin; put the label beside the `math`',
  },
  {
    names: ['mglyph'],
    treatment: 'warned',
    because: 'the browser prints nothing for it; use a character, or an `img` in an `mtext`',
  },
  {
    names: ['maligngroup', 'malignmark'],
    treatment: 'warned',
    because: 'the browser aligns the columns of an `mtable` only',
  },
];

export function ruleOf(element: Element): ElementRule | undefined {
  const rules = rulesFor(element)?.get(element.tagName);
  return rules?.find(({ when }) => when === undefined || when(element));
}

const HTML = byName(HTML_RULES);
const SVG = byName(SVG_RULES);
const MATHML = byName(MATHML_RULES);

const rulesFor = (element: Element): ReadonlyMap<string, readonly ElementRule[]> | undefined =>
  isHtml(element) ? HTML : isSvg(element) ? SVG : isMathMl(element) ? MATHML : undefined;

function byName(rules: readonly ElementRule[]): ReadonlyMap<string, readonly ElementRule[]> {
  const named = new Map<string, ElementRule[]>();
  for (const rule of rules) for (const name of rule.names) named.set(name, [...(named.get(name) ?? []), rule]);
  return named;
}

const relations = (element: Element): string[] =>
  (attribute(element, 'rel')?.value ?? '').toLowerCase().split(/[\t\n\f\r ]+/);

/** What scripts of links do when a browser has loaded them: pages load style sheets so without waiting for them. */
const MAKES_STYLESHEET = /\brel\b[^;]{0,20}\bstylesheet\b/i;
const MAKES_FOR_ALL = /\bmedia\b[^;]{0,20}["'](?:all|print)\b/i;

const whenLoaded = (link: Element): string => attribute(link, 'onload')?.value ?? '';

/** Returns whether an element links a style sheet, also one that becomes it when it is loaded. */
export function isStylesheetLink(element: Element): boolean {
  if (element.tagName !== 'link' || !isHtml(element)) return false;
  const all = relations(element);
  if (all.includes('stylesheet')) return true;
  const isAhead = all.includes('preload') && attribute(element, 'as')?.value.trim().toLowerCase() === 'style';
  return isAhead && MAKES_STYLESHEET.test(whenLoaded(element));
}

/** Returns the media of a linked style sheet when it is loaded. */
export const mediaOf = (link: Element): string =>
  MAKES_FOR_ALL.test(whenLoaded(link)) ? '' : (attribute(link, 'media')?.value.trim() ?? '');

/** Returns whether a linked style sheet is for paper. Browsers ignore alternate style sheets and other types than CSS. */
export function isForPaper(link: Element): boolean {
  const type = attribute(link, 'type')?.value.trim().toLowerCase() ?? '';
  const isAlternate = relations(link).includes('alternate') && !MAKES_STYLESHEET.test(whenLoaded(link));
  if (isAlternate || attribute(link, 'disabled') !== undefined) return false;
  if (type !== '' && type !== 'text/css') return false;
  return isMediaForPaper(mediaOf(link));
}

/** Whether a list of media queries may match paper. */
export const isMediaForPaper = (media: string): boolean => media.split(',').some((query) => !NOT_FOR_PAPER.test(query));

/** A media query of another type than `print` and `all`, or one that excludes `print`. */
const NOT_FOR_PAPER = /^\s*(?:not\s+(?:print|all)\s*$|(?:only\s+)?(?!(?:print|all|not|only)\b)[a-z])/i;

/** Returns whether an element has no content but white space. */
function isBare({ childNodes }: Element): boolean {
  return childNodes.every((node) => isText(node) && node.value.trim() === '');
}

/** Distinguishes elements of other PDF tools from those that an author invented and styles. */
function hasAttribute(names: RegExp): (element: Element) => boolean {
  return ({ attrs }) => attrs.some(({ name }) => names.test(name));
}

/** Returns whether an `iframe` shows nothing, like those of tag managers. */
function showsNothing(iframe: Element): boolean {
  const value = (name: string): string | undefined => attribute(iframe, name)?.value.trim().toLowerCase();
  const isHidden = value('hidden') !== undefined || /(?:^|;)\s*display\s*:\s*none\b/.test(value('style') ?? '');
  const hasNoSize = ['width', 'height'].every((name) => /^0(?:px)?$/.test(value(name) ?? ''));
  return isHidden || hasNoSize || (!value('srcdoc') && ['', 'about:blank'].includes(value('src') ?? ''));
}
