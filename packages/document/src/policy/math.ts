/**
 * Rewrites elements and attributes of MathML 3 that browsers ignore since MathML Core: `mfenced`, whose brackets and separators would
 * be missing, `mathvariant`, whose letters would lose their style, and those of `math-attributes.ts`.
 */
import { attribute, type Element, isElement, isMathMl, isText, removeAttributes, setAttribute } from '../html.js';
import { rewriteAttributes } from './math-attributes.js';
import { addStyle, renamed, type StyleCounts, textNode } from './math-elements.js';

/** Rewrites an element of MathML. Must run before its content is read. A second run changes nothing. @param counts counts new `style` attributes. */
export function modernizeMath(element: Element, counts: StyleCounts): void {
  if (element.tagName === 'mfenced') becomeRow(element);
  if (element.attrs.length > 0) applyVariant(element, counts);
  rewriteAttributes(element, counts);
}

/** Makes an `mrow` with operators of an `mfenced`, as MathML 3 defines it (section 3.3.8). */
function becomeRow(fenced: Element): void {
  const written = (name: string, initial: string): string => attribute(fenced, name)?.value.trim() ?? initial;
  const [open, close] = [written('open', '('), written('close', ')')];
  const separators = [...written('separators', ',').replace(/\s+/g, '')];
  const operator = (text: string, attrs: Record<string, string>): Element[] =>
    text === '' ? [] : [operatorOf(fenced, text, attrs)];
  const parts = fenced.childNodes.filter(isElement);
  const inner = parts.flatMap((part, index) => {
    if (index === 0) return [part];
    const separator = separators[Math.min(index, separators.length) - 1] ?? '';
    return [...operator(separator, { separator: 'true' }), part];
  });
  removeAttributes(fenced, 'open', 'close', 'separators');
  renamed(fenced, 'mrow');
  fenced.childNodes = [
    ...operator(open, { fence: 'true', form: 'prefix' }),
    ...inner,
    ...operator(close, { fence: 'true', form: 'postfix' }),
  ];
}

function operatorOf(parent: Element, text: string, attrs: Record<string, string>): Element {
  const { namespaceURI } = parent;
  const operator: Element = {
    nodeName: 'mo',
    tagName: 'mo',
    attrs: Object.entries(attrs).map(([name, value]) => ({ name, value })),
    namespaceURI,
    childNodes: [],
    parentNode: parent,
  };
  operator.childNodes.push(textNode(text, operator));
  return operator;
}

const TOKENS: ReadonlySet<string> = new Set(['mi', 'mn', 'mo', 'mtext', 'ms']);
const NOT_SHOWN: ReadonlySet<string> = new Set(['annotation', 'annotation-xml']);

/** Replaces letters and digits by those of the style that `mathvariant` names, or hands the attribute on to the content. */
function applyVariant(element: Element, counts: StyleCounts): void {
  const given = attribute(element, 'mathvariant')?.value;
  const name = given?.trim().toLowerCase() ?? '';
  const variant = VARIANTS.get(name);
  if (given === undefined || (variant === undefined && (name !== 'normal' || TOKENS.has(element.tagName)))) return;
  if (!TOKENS.has(element.tagName)) {
    removeAttributes(element, 'mathvariant');
    for (const child of element.childNodes)
      if (isElement(child) && isMathMl(child) && !NOT_SHOWN.has(child.tagName) && !attribute(child, 'mathvariant'))
        child.attrs.push({ name: 'mathvariant', value: given });
    return;
  }
  if (variant === undefined) return;
  const isWhole = element.childNodes.every((node) => isText(node) && [...node.value].every(isMapped(variant)));
  if (isWhole)
    for (const node of element.childNodes)
      if (isText(node)) node.value = [...node.value].map((letter) => styled(letter, variant) ?? letter).join('');
  // Browsers slant a single letter otherwise.
  setAttribute(element, 'mathvariant', 'normal');
  if (!isWhole) addStyle(element, fontStyleOf(name), counts);
}

/** Words with letters that have no mathematical form, such as `ä`, get a style of the font. */
const fontStyleOf = (variant: string): string =>
  [/bold/.test(variant) && 'font-weight: bold', /italic/.test(variant) && 'font-style: italic']
    .filter(Boolean)
    .join('; ');

/** The code points of the first letters and digits of a style in Unicode's mathematical alphanumeric symbols, and of exceptions. */
interface Variant {
  readonly capital: number;
  readonly small: number;
  readonly capitalGreek?: number;
  readonly smallGreek?: number;
  readonly digit?: number;
  readonly others?: Readonly<Record<string, string>>;
}

const VARIANTS: ReadonlyMap<string, Variant> = new Map([
  [
    'bold',
    {
      capital: 0x1d400,
      small: 0x1d41a,
      capitalGreek: 0x1d6a8,
      smallGreek: 0x1d6c2,
      digit: 0x1d7ce,
      others: { Ϝ: '𝟊', ϝ: '𝟋' },
    },
  ],
  [
    'italic',
    {
      capital: 0x1d434,
      small: 0x1d44e,
      capitalGreek: 0x1d6e2,
      smallGreek: 0x1d6fc,
      others: { h: 'ℎ', ı: '𝚤', ȷ: '𝚥' },
    },
  ],
  ['bold-italic', { capital: 0x1d468, small: 0x1d482, capitalGreek: 0x1d71c, smallGreek: 0x1d736 }],
  [
    'script',
    {
      capital: 0x1d49c,
      small: 0x1d4b6,
      others: { B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ', e: 'ℯ', g: 'ℊ', o: 'ℴ' },
    },
  ],
  ['bold-script', { capital: 0x1d4d0, small: 0x1d4ea }],
  ['fraktur', { capital: 0x1d504, small: 0x1d51e, others: { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' } }],
  ['bold-fraktur', { capital: 0x1d56c, small: 0x1d586 }],
  [
    'double-struck',
    {
      capital: 0x1d538,
      small: 0x1d552,
      digit: 0x1d7d8,
      others: { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
    },
  ],
  ['sans-serif', { capital: 0x1d5a0, small: 0x1d5ba, digit: 0x1d7e2 }],
  ['bold-sans-serif', { capital: 0x1d5d4, small: 0x1d5ee, capitalGreek: 0x1d756, smallGreek: 0x1d770, digit: 0x1d7ec }],
  ['sans-serif-italic', { capital: 0x1d608, small: 0x1d622 }],
  ['sans-serif-bold-italic', { capital: 0x1d63c, small: 0x1d656, capitalGreek: 0x1d790, smallGreek: 0x1d7aa }],
  ['monospace', { capital: 0x1d670, small: 0x1d68a, digit: 0x1d7f6 }],
] satisfies [string, Variant][]);

/** Capital and small Greek letters in the order of Unicode's mathematical alphabets. */
const CAPITAL_GREEK = 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇';
const SMALL_GREEK = 'αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ';

const ALPHABETS = [
  ['capital', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  ['small', 'abcdefghijklmnopqrstuvwxyz'],
  ['digit', '0123456789'],
  ['capitalGreek', CAPITAL_GREEK],
  ['smallGreek', SMALL_GREEK],
] as const;

/** Returns the letter in a style; undefined for one that the style lacks. */
function styled(letter: string, variant: Variant): string | undefined {
  if (variant.others && Object.hasOwn(variant.others, letter)) return variant.others[letter];
  for (const [kind, letters] of ALPHABETS) {
    const [first, at] = [variant[kind], letters.indexOf(letter)];
    if (first !== undefined && at >= 0) return String.fromCodePoint(first + at);
  }
  return undefined;
}

const IN_WORDS = /[\p{L}\p{N}]/u;

const isMapped =
  (variant: Variant) =>
  (letter: string): boolean =>
    !IN_WORDS.test(letter) || IS_STYLED.test(letter) || styled(letter, variant) !== undefined;

/** Letters that are mathematical already. */
const IS_STYLED = /[\u{1d400}-\u{1d7ff}\u2100-\u214f]/u;
