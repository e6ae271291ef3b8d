/**
 * Replaces frames and other embedded documents by placeholders: empty elements with the same name and classes. Only the browser knows
 * whether a frame is visible: it requests the background of placeholders that are laid out.
 */
import { type Attribute, attribute, type Element, isHtml } from '../html.js';

/** The largest number of placeholders. Further frames are always refused. */
export const MAX_FRAMES = 100;

/** Attributes that style sheets may select. All others of a frame are removed. */
const KEPT = /^(?:id|class|hidden|lang|dir|title|data-.*)$/;

/** The style of a placeholder, which takes no space. */
const STAND_IN = 'position:absolute!important;width:0!important;height:0!important;border:0!important;background:url(';

/** Declarations that are well-formed and load nothing. */
const PLAIN = /^[\w\s:;,.#%!-]*$/;

/** Returns whether a frame can have a placeholder: its own style is kept, and must be plain. */
export const canStandIn = (frame: Element): boolean => PLAIN.test(styleOf(frame));

const styleOf = (element: Element): string => attribute(element, 'style')?.value ?? '';

/** Returns the style of a placeholder. The browser requests the address if it is visible. */
export const standInStyle = (frame: Element, address: string): string =>
  [...(styleOf(frame) === '' ? [] : [styleOf(frame)]), `${STAND_IN}${address})!important`].join(';');

/** Makes an element a placeholder, which loads only its background. */
export function becomeStandIn(element: Element, style: string): void {
  element.attrs = [...element.attrs.filter(isKept), { name: 'style', value: style }];
  element.childNodes = [];
}

const isKept = ({ name, namespace }: Attribute): boolean => namespace === undefined && KEPT.test(name);

const IMAGE_TYPES = new Set(['png', 'jpeg', 'jpg', 'gif', 'webp', 'avif', 'svg+xml'].map((name) => `image/${name}`));
const IMAGE_ADDRESS = /^(?:data:image\/|[^?#]*\.(?:svg|png|jpe?g|gif|webp|avif)(?:[?#]|$))/i;

/** The attributes with the address of what such elements show. */
export const SHOWN_BY: Readonly<Record<string, string>> = { object: 'data', embed: 'src' };

/** Whether an `object` or `embed` shows an image, by its type; by its address where it has none. */
export function isImageObject(element: Element): boolean {
  const name = isHtml(element) ? SHOWN_BY[element.tagName] : undefined;
  const address = name === undefined ? undefined : attribute(element, name)?.value;
  if (address === undefined) return false;
  const [type = ''] = (attribute(element, 'type')?.value ?? '').split(';', 1);
  return type.trim() === '' ? IMAGE_ADDRESS.test(address.trim()) : IMAGE_TYPES.has(type.trim().toLowerCase());
}
