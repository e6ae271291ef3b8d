/**
 * Frames and what else shows another document: whether one shows is known to the browser only, which asks for the background of
 * what is laid out. So an element of the same name and classes stands in the place of each, without what it would load.
 */
import { type Attribute, attribute, type Element, isHtml } from '../html.js';

/** Others are refused whether they show or not. */
export const MAX_FRAMES = 100;

/** By which sheets tell elements apart; all others of a frame are left out. */
const KEPT = /^(?:id|class|hidden|lang|dir|title|data-.*)$/;

/** It takes no place, so that what is left out with a warning leaves no hole. */
const STAND_IN = 'position:absolute!important;width:0!important;height:0!important;border:0!important;background:url(';

/** Declarations that end where they seem to, and load nothing. */
const PLAIN = /^[\w\s:;,.#%!-]*$/;

/** Whether something can stand in the place of a frame: its own style may show it, and must not end what is added to it. */
export const canStandIn = (frame: Element): boolean => PLAIN.test(styleOf(frame));

const styleOf = (element: Element): string => attribute(element, 'style')?.value ?? '';

/** @returns the style of what stands in the place of a frame, which the browser asks for the address of where it shows. */
export const standInStyle = (frame: Element, address: string): string =>
  [...(styleOf(frame) === '' ? [] : [styleOf(frame)]), `${STAND_IN}${address})!important`].join(';');

/** Whatever an element is, afterwards it loads nothing but its background. */
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
