/** The policy for attributes. The documentation is generated from these tables. */
import type { Attribute, Element } from '../html.js';

interface RemovedAttributes {
  readonly names: readonly string[];
  /** A sentence without its full stop. */
  readonly because: string;
}

/** Removed from every element, as event handlers (`on…`) are. */
export const REMOVED_ATTRIBUTES: readonly RemovedAttributes[] = [
  {
    names: ['ping', 'attributionsrc', 'browsingtopics', 'sharedstoragewritable'],
    because: 'they report to other hosts',
  },
  { names: ['action', 'formaction'], because: 'a printed form is not submitted' },
  { names: ['xml:base'], because: 'relative URLs lead nowhere' },
  { names: ['manifest'], because: 'nothing is cached' },
  { names: ['loading', 'decoding'], because: 'an image that loads late would be missing on paper' },
  {
    names: ['crossorigin', 'referrerpolicy'],
    because: 'the service loads images itself, without cookies or referrer',
  },
  { names: ['autofocus'], because: 'paper has no cursor' },
];

const REMOVED: ReadonlySet<string> = new Set(REMOVED_ATTRIBUTES.flatMap((rule) => rule.names));

/** Removed from `video` elements, of which paper shows the `poster`. */
export const REMOVED_FROM_VIDEO: ReadonlySet<string> = new Set(['src', 'controls', 'autoplay', 'preload']);

export function isRemoved({ tagName }: Element, { name, namespace }: Attribute): boolean {
  if (namespace !== undefined) return false;
  return REMOVED.has(name) || name.startsWith('on') || (tagName === 'video' && REMOVED_FROM_VIDEO.has(name));
}

/** Image attributes by HTML element; for `img` and `picture` see `ImageCollector`. */
export const IMAGE_ATTRIBUTES: Readonly<Record<string, string>> = {
  input: 'src',
  video: 'poster',
  ...Object.fromEntries(
    'body table thead tbody tfoot tr td th col colgroup'.split(' ').map((name) => [name, 'background']),
  ),
};

/** Returns whether an attribute of SVG is prose. All others may be CSS properties, and are checked as such. */
export const isProse = ({ name }: Attribute): boolean =>
  ['id', 'class', 'title', 'alt'].includes(name) || name.startsWith('data-') || name.startsWith('aria-');
