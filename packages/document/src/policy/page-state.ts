/**
 * Which documents may change the page of the browser that shows them, and not only themselves.
 *
 * A page is given one document after another, and Chromium keeps some of what a document has said when the next one takes its
 * place: the colours of links, the colour scheme of a `meta`, the set of titled sheets. What is listed here is known to end with
 * the document; whatever else a document holds, its page is wiped.
 */
import { attribute, type Element } from '../html.js';

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

const ELEMENTS = words(
  `html head title style meta body
  address article aside footer header h1 h2 h3 h4 h5 h6 hgroup main nav section search
  blockquote dd div dl dt figcaption figure hr li menu ol p pre ul
  a abbr b bdi bdo br cite code data dfn em i kbd mark q s samp small span strong sub sup time u var wbr del ins
  ruby rb rp rt rtc acronym big center dir font nobr strike tt img picture
  table caption colgroup col thead tbody tfoot tr td th
  form fieldset legend label input button select datalist optgroup option textarea output progress meter details summary
  svg g defs symbol use switch foreignObject metadata desc path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop clipPath mask pattern marker filter
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
  fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  math mrow mi mn mo mtext ms mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover
  munderover mmultiscripts mprescripts mtable mtr mtd semantics annotation annotation-xml`,
);

/** Those of any other element act on that element alone. */
const ATTRIBUTES: Readonly<Record<string, ReadonlySet<string>>> = {
  html: words('lang xml:lang xmlns dir class id style title translate role version prefix itemscope itemtype'),
  body: words(
    `lang xml:lang dir class id style title translate role bgcolor text background itemscope itemtype
    leftmargin topmargin rightmargin bottommargin marginwidth marginheight`,
  ),
  meta: words('charset content property itemprop itemid media scheme id class lang'), // a name is that of the colour scheme
  style: words('type media id class lang nonce'), // a title chooses among all titled sheets
};

/** Margin boxes stand in `@page`. */
const AT_RULES = words('charset namespace media supports container layer page font-face keyframes -webkit-keyframes');
const MARGIN_BOX = /^(?:top|bottom|left|right)-[a-z-]+$/;

/** @param element as it is printed: what the policy takes out of it is gone. */
export function mayChangePage({ tagName, attrs }: Element): boolean {
  if (!ELEMENTS.has(tagName)) return true;
  const known = ATTRIBUTES[tagName];
  return known !== undefined && !attrs.every(({ name }) => known.has(name) || isData(name));
}

const isData = (name: string): boolean => name.startsWith('data-') || name.startsWith('aria-');

/** @param name without the `@`, in small letters. */
export const atRuleMayChangePage = (name: string): boolean => !AT_RULES.has(name) && !MARGIN_BOX.test(name);

/** What is known of a `meta` is its name; see `mayChangePage` for those that stay. */
export const isOfNoUseOnPaper = (meta: Element): boolean => {
  const name = attribute(meta, 'name')?.value;
  return name !== undefined && name.toLowerCase() !== 'color-scheme';
};
