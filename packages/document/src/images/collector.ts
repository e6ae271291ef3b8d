/** Finds the images of elements, checks their addresses, and collects those that are handed to the browser. */
import type { DocumentFile, DocumentFiles } from '../files.js';
import {
  type Attribute,
  attribute,
  type Element,
  isElement,
  isHtml,
  ownText,
  removeAttributes,
  setAttribute,
} from '../html.js';
import { IMAGE_ATTRIBUTES } from '../policy/attribute-rules.js';
import type { Findings } from '../policy/findings.js';
import { SHOWN_BY } from '../policy/frames.js';
import { attributeSubject, type Spans, type Subject, Violation } from '../policy/violation.js';
import { imageAddress } from './address.js';
import { candidateForPrint, candidatesIn } from './srcset.js';

/** The largest number of different remote images. */
export const MAX_IMAGES = 100;

export interface FoundImage {
  readonly url: string;
  readonly subject: Subject;
  /** The file of the request. Without it the image must be fetched. */
  readonly file?: DocumentFile;
}

/** An image of a `srcset`. */
interface Chosen extends Pick<FoundImage, 'url' | 'file'> {
  readonly descriptor: string;
}

/**
 * Collects the images of a document. Each image gets exactly one address in normal form, so that the browser requests exactly the
 * fetched ones. Images that are not printed, such as those for screens, are ignored.
 */
export class ImageCollector {
  private readonly found = new Map<string, FoundImage>();
  private remote = 0;

  constructor(
    private readonly spans: Spans | undefined,
    private readonly findings: Findings,
    private readonly files: DocumentFiles,
  ) {}

  /** The images so far, each once, in document order, without data URLs. */
  get images(): FoundImage[] {
    return [...this.found.values()];
  }

  /** Removes the address of a forbidden image. */
  take(element: Element): void {
    if (element.tagName === 'picture') this.takePicture(element);
    else if (element.tagName === 'img') this.takeImg(element);
    else if (Object.hasOwn(IMAGE_ATTRIBUTES, element.tagName)) this.takeOther(element);
  }

  /**
   * Adds the image of an `object` or `embed`.
   *
   * @returns whether it is shown; otherwise the element's content is shown instead.
   */
  takeObject(element: Element): boolean {
    const attr = attribute(element, SHOWN_BY[element.tagName] ?? '');
    if (attr === undefined || !this.takeAttribute(element, attr)) return false;
    const text = textInPlaceOf(element);
    element.attrs = element.attrs.filter(({ name }) => !LOADS_OTHERWISE.has(name));
    element.childNodes = [];
    // With this type the browser shows any format as an image, not as a document.
    setAttribute(element, 'type', 'image/png');
    if (attribute(element, 'role') === undefined) setAttribute(element, 'role', 'img');
    if (text !== '' && !NAMED_BY.some((name) => attribute(element, name))) setAttribute(element, 'aria-label', text);
    return true;
  }

  private takeOther(element: Element): void {
    const isButton = attribute(element, 'type')?.value.toLowerCase() === 'image';
    if (element.tagName === 'input' && !isButton) return;
    const attr = attribute(element, IMAGE_ATTRIBUTES[element.tagName] ?? '');
    if (attr && !this.takeAttribute(element, attr)) removeAttributes(element, attr.name);
  }

  /** Returns whether it is allowed. */
  takeAttribute(element: Element, attr: Attribute): boolean {
    const address = imageAddress(attr.value, this.files);
    if ('fault' in address) this.refuse(element, attr, address.fault, address.isEmpty);
    else attr.value = this.collect(address, element, attr);
    return 'url' in address;
  }

  /** Reduces a `srcset` to the address that suits paper, or to the `src` if none is allowed. */
  private takeImg(element: Element): void {
    const [src, srcset] = [attribute(element, 'src'), attribute(element, 'srcset')];
    const chosen = srcset && this.choose(srcset.value);
    if (srcset && chosen) {
      removeAttributes(element, 'src');
      this.collect(chosen, element, srcset);
      srcset.value = written(chosen);
      return;
    }
    if (srcset && !src) this.refuseAll(element, srcset);
    removeAttributes(element, 'srcset', 'sizes');
    if (src && !this.takeAttribute(element, src)) removeAttributes(element, 'src');
  }

  /** Returns the allowed candidate of a `srcset` to print. */
  private choose(srcset: string): Chosen | undefined {
    const candidates = candidatesIn(srcset).flatMap((candidate) => {
      const address = imageAddress(candidate.url, this.files);
      return 'url' in address ? [{ ...candidate, ...address }] : [];
    });
    return candidateForPrint(candidates);
  }

  /**
   * Gives the `img` of a `picture` the attributes of the first allowed `source` for paper, and removes the `source` elements. Formats
   * that a PDF cannot contain come after the `img`: printed, they would take much more space.
   */
  private takePicture(picture: Element): void {
    const children = picture.childNodes.filter(isElement).filter(isHtml);
    const img = children.find(({ tagName }) => tagName === 'img');
    if (img === undefined) return;
    const sources = children.filter((child) => child.tagName === 'source' && isForPaper(child));
    const source =
      sources.find((one) => TYPES.has(textIn(one, 'type')) && this.isAllowed(one)) ??
      (this.isAllowed(img) ? undefined : sources.find((one) => this.isAllowed(one)));
    if (source === undefined) {
      const srcset = sources[0] && attribute(sources[0], 'srcset');
      if (srcset && !attribute(img, 'src') && !attribute(img, 'srcset')) this.refuseAll(sources[0] as Element, srcset);
      return;
    }
    for (const name of ['srcset', 'sizes', 'width', 'height']) {
      const value = attribute(source, name)?.value;
      if (value !== undefined) setAttribute(img, name, value);
    }
  }

  private isAllowed(element: Element): boolean {
    const [src, srcset] = [attribute(element, 'src'), attribute(element, 'srcset')];
    if (srcset && this.choose(srcset.value)) return true;
    return src !== undefined && element.tagName === 'img' && 'url' in imageAddress(src.value, this.files);
  }

  private refuseAll(element: Element, srcset: Attribute): void {
    const best = candidateForPrint(candidatesIn(srcset.value));
    const address = best && imageAddress(best.url, this.files);
    if (address && 'fault' in address) this.refuse(element, srcset, address.fault);
  }

  private refuse(element: Element, attr: Attribute, fault: string, isEmpty = false): void {
    const subject = attributeSubject(element, attr, this.spans);
    this.findings.add({ kind: 'content', code: 'content_blocked', subject, fault, ...(isEmpty && { isEmpty }) });
  }

  private collect({ url, file }: Pick<FoundImage, 'url' | 'file'>, element: Element, attr: Attribute): string {
    if (url.startsWith('data:') || this.found.has(url)) return url;
    const subject = attributeSubject(element, attr, this.spans);
    if (!file && ++this.remote > MAX_IMAGES) throw tooMany(subject);
    this.found.set(url, { url, subject, ...(file && { file }) });
    return url;
  }
}

/** Attributes with which a browser would not show it as an image. */
const LOADS_OTHERWISE = new Set(['classid', 'codebase', 'codetype', 'code', 'archive', 'usemap', 'declare']);

const NAMED_BY = ['aria-label', 'aria-labelledby', 'title'];

const MAX_TEXT_IN_PLACE = 1_000;

/** Returns the alternative text of an image. */
function textInPlaceOf(element: Element): string {
  const alt = element.childNodes.filter(isElement).find(({ tagName }) => tagName === 'img');
  const text = alt ? attribute(alt, 'alt')?.value : ownText(element);
  return (text ?? '').slice(0, MAX_TEXT_IN_PLACE).replace(/\s+/g, ' ').trim();
}

const written = ({ url, descriptor }: Chosen): string => `${url} ${descriptor}`.trimEnd();

const tooMany = (subject: Subject): Violation =>
  new Violation(subject, `is one remote image too many; a document may have ${MAX_IMAGES} different ones`);

const MEDIA = new Set(['', 'all', 'print']);
/** Image types that a PDF can contain. */
const TYPES = new Set(['', 'image/png', 'image/jpeg', 'image/gif', 'image/svg+xml']);
const MORE_TYPES = new Set(['image/webp', 'image/avif']);

const textIn = (source: Element, name: string): string => (attribute(source, name)?.value ?? '').trim().toLowerCase();

function isForPaper(source: Element): boolean {
  const type = textIn(source, 'type');
  const isKnown = TYPES.has(type) || MORE_TYPES.has(type);
  return textIn(source, 'srcset') !== '' && MEDIA.has(textIn(source, 'media')) && isKnown;
}
