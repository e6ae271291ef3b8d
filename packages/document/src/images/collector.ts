/** Finds the images of elements, checks their addresses, and collects those that have to be fetched. */
import { type Attribute, attribute, type Element, isElement, isHtml, removeAttributes, setAttribute } from '../html.js';
import { IMAGE_ATTRIBUTES } from '../policy/attribute-rules.js';
import type { Findings } from '../policy/findings.js';
import { attributeSubject, type Spans, type Subject, Violation } from '../policy/violation.js';
import { imageAddress } from './address.js';
import { candidateForPrint, candidatesIn } from './srcset.js';

/** Distinct remote images of a document. */
export const MAX_IMAGES = 100;

export interface FoundImage {
  readonly url: string;
  readonly subject: Subject;
}

/**
 * Each image ends up with exactly one address in normal form, so that the browser requests exactly what is fetched.
 */
export class ImageCollector {
  private readonly found = new Map<string, FoundImage>();

  constructor(
    private readonly spans: Spans,
    private readonly findings: Findings,
  ) {}

  /** The remote images so far, each once, in document order. */
  get images(): FoundImage[] {
    return [...this.found.values()];
  }

  /** An image that is not allowed loses its address. */
  take(element: Element): void {
    if (element.tagName === 'picture') this.takePicture(element);
    else if (element.tagName === 'img') this.takeImg(element);
    else if (Object.hasOwn(IMAGE_ATTRIBUTES, element.tagName)) this.takeOther(element);
  }

  private takeOther(element: Element): void {
    const isButton = attribute(element, 'type')?.value.toLowerCase() === 'image';
    if (element.tagName === 'input' && !isButton) return;
    const attr = attribute(element, IMAGE_ATTRIBUTES[element.tagName] ?? '');
    if (attr && !this.takeAttribute(element, attr)) removeAttributes(element, attr.name);
  }

  /** @returns whether it may stay. */
  takeAttribute(element: Element, attr: Attribute): boolean {
    const url = this.check(attr.value, element, attr);
    if (url === undefined) return false;
    attr.value = this.collect(url, element, attr);
    return true;
  }

  /** A `srcset` is reduced to the one address that suits paper. */
  private takeImg(element: Element): void {
    const [src, srcset] = [attribute(element, 'src'), attribute(element, 'srcset')];
    const chosen = srcset && this.choose(element, srcset);
    if (srcset && chosen) {
      if (src) this.check(src.value, element, src); // checked even though it is not printed
      removeAttributes(element, 'src');
      this.collect(chosen.url, element, srcset);
      srcset.value = written(chosen);
    } else {
      removeAttributes(element, 'srcset', 'sizes');
      if (src && !this.takeAttribute(element, src)) removeAttributes(element, 'src');
    }
  }

  private choose(element: Element, srcset: Attribute): { url: string; descriptor: string } | undefined {
    const candidates = candidatesIn(srcset.value).flatMap((candidate) => {
      const url = this.check(candidate.url, element, srcset);
      return url === undefined ? [] : [{ ...candidate, url }];
    });
    return candidateForPrint(candidates);
  }

  /** The `img` gets the attributes of the first `source` for paper; `source` elements are removed. */
  private takePicture(picture: Element): void {
    const children = picture.childNodes.filter(isElement).filter(isHtml);
    const sources = children.filter(({ tagName }) => tagName === 'source');
    for (const source of sources) this.checkSource(source);
    const img = children.find(({ tagName }) => tagName === 'img');
    const source = sources.find(isForPaper);
    if (img === undefined || source === undefined) return;
    for (const name of ['srcset', 'sizes', 'width', 'height']) {
      const value = attribute(source, name)?.value;
      if (value !== undefined) setAttribute(img, name, value);
    }
  }

  private checkSource(source: Element): void {
    const srcset = attribute(source, 'srcset');
    const chosen = srcset && this.choose(source, srcset);
    if (srcset) srcset.value = chosen ? written(chosen) : '';
  }

  /** @returns the address in normal form; nothing for one that is not allowed. */
  private check(value: string, element: Element, attr: Attribute): string | undefined {
    const address = imageAddress(value);
    if ('url' in address) return address.url;
    const subject = attributeSubject(element, attr, this.spans);
    this.findings.add({ kind: 'content', code: 'content_blocked', subject, fault: address.fault });
    return undefined;
  }

  private collect(url: string, element: Element, attr: Attribute): string {
    if (url.startsWith('data:') || this.found.has(url)) return url;
    const subject = attributeSubject(element, attr, this.spans);
    if (this.found.size === MAX_IMAGES) throw tooMany(subject);
    this.found.set(url, { url, subject });
    return url;
  }
}

const written = ({ url, descriptor }: { url: string; descriptor: string }): string => `${url} ${descriptor}`.trimEnd();

const tooMany = (subject: Subject): Violation =>
  new Violation(subject, `is one remote image too many; a document may have ${MAX_IMAGES} different ones`);

const MEDIA = new Set(['', 'all', 'print']);
const TYPES = new Set(['', 'image/png', 'image/jpeg', 'image/gif']);

function isForPaper(source: Element): boolean {
  const value = (name: string): string => (attribute(source, name)?.value ?? '').trim().toLowerCase();
  return value('srcset') !== '' && MEDIA.has(value('media')) && TYPES.has(value('type'));
}
