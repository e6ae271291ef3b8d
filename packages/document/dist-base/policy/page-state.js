/**
 * Which documents may leave state in the browser page that shows them. A page shows one document after another, and Chromium
 * keeps some state: the colours of links, the colour scheme of a `meta`, the set of titled sheets. What is listed here is known
 * to end with the document; after any other document the page is reset.
 */
import { attribute } from '../html.js';
const words = (list) => new Set(list.split(/\s+/));
const ELEMENTS = words(`html head title style meta body
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
  munderover mmultiscripts mprescripts mtable mtr mtd semantics annotation annotation-xml`);
/** Attributes of any other element affect that element only. */
const ATTRIBUTES = {
    html: words('lang xml:lang xmlns dir class id style title translate role version prefix itemscope itemtype'),
    body: words(`lang xml:lang dir class id style title translate role bgcolor text background itemscope itemtype
    leftmargin topmargin rightmargin bottommargin marginwidth marginheight`),
    meta: words('charset content property itemprop itemid media scheme id class lang'), // the name is the colour scheme's
    style: words('type media id class lang nonce'), // a title would select among all titled sheets
};
/** Margin boxes occur in `@page`. */
const AT_RULES = words('charset namespace media supports container layer page font-face keyframes -webkit-keyframes');
const MARGIN_BOX = /^(?:top|bottom|left|right)-[a-z-]+$/;
/** @param element as it is printed, without what the policy removes. */
export function mayChangePage({ tagName, attrs }) {
    if (!ELEMENTS.has(tagName))
        return true;
    const known = ATTRIBUTES[tagName];
    return known !== undefined && !attrs.every(({ name }) => known.has(name) || isData(name));
}
const isData = (name) => name.startsWith('data-') || name.startsWith('aria-');
/** @param name in lower case, without the `@`. */
export const atRuleMayChangePage = (name) => !AT_RULES.has(name) && !MARGIN_BOX.test(name);
/** Only the colour scheme has an effect on paper. */
export const isOfNoUseOnPaper = (meta) => {
    const name = attribute(meta, 'name')?.value;
    return name !== undefined && name.toLowerCase() !== 'color-scheme';
};
//# sourceMappingURL=page-state.js.map