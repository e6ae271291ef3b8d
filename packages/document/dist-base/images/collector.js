/** Finds the images of elements, checks their addresses, and collects those that have to be fetched. */
import { attribute, isElement, isHtml, removeAttributes, setAttribute } from '../html.js';
import { IMAGE_ATTRIBUTES } from '../policy/attribute-rules.js';
import { attributeSubject, Violation } from '../policy/violation.js';
import { imageAddress } from './address.js';
import { candidateForPrint, candidatesIn } from './srcset.js';
/** Distinct remote images of a document. */
export const MAX_IMAGES = 100;
/**
 * Each image ends up with exactly one address in normal form, so that the browser requests exactly what is fetched.
 */
export class ImageCollector {
    spans;
    findings;
    found = new Map();
    constructor(spans, findings) {
        this.spans = spans;
        this.findings = findings;
    }
    /** The remote images so far, each once, in document order. */
    get images() {
        return [...this.found.values()];
    }
    /** An image that is not allowed loses its address. */
    take(element) {
        if (element.tagName === 'picture')
            this.takePicture(element);
        else if (element.tagName === 'img')
            this.takeImg(element);
        else if (Object.hasOwn(IMAGE_ATTRIBUTES, element.tagName))
            this.takeOther(element);
    }
    takeOther(element) {
        const isButton = attribute(element, 'type')?.value.toLowerCase() === 'image';
        if (element.tagName === 'input' && !isButton)
            return;
        const attr = attribute(element, IMAGE_ATTRIBUTES[element.tagName] ?? '');
        if (attr && !this.takeAttribute(element, attr))
            removeAttributes(element, attr.name);
    }
    /** @returns whether it may stay. */
    takeAttribute(element, attr) {
        const url = this.check(attr.value, element, attr);
        if (url === undefined)
            return false;
        attr.value = this.collect(url, element, attr);
        return true;
    }
    /** A `srcset` is reduced to the one address that suits paper. */
    takeImg(element) {
        const [src, srcset] = [attribute(element, 'src'), attribute(element, 'srcset')];
        const chosen = srcset && this.choose(element, srcset);
        if (srcset && chosen) {
            if (src)
                this.check(src.value, element, src); // checked even though it is not printed
            removeAttributes(element, 'src');
            this.collect(chosen.url, element, srcset);
            srcset.value = written(chosen);
        }
        else {
            removeAttributes(element, 'srcset', 'sizes');
            if (src && !this.takeAttribute(element, src))
                removeAttributes(element, 'src');
        }
    }
    choose(element, srcset) {
        const candidates = candidatesIn(srcset.value).flatMap((candidate) => {
            const url = this.check(candidate.url, element, srcset);
            return url === undefined ? [] : [{ ...candidate, url }];
        });
        return candidateForPrint(candidates);
    }
    /** The `img` gets the attributes of the first `source` for paper; `source` elements are removed. */
    takePicture(picture) {
        const children = picture.childNodes.filter(isElement).filter(isHtml);
        const sources = children.filter(({ tagName }) => tagName === 'source');
        for (const source of sources)
            this.checkSource(source);
        const img = children.find(({ tagName }) => tagName === 'img');
        const source = sources.find(isForPaper);
        if (img === undefined || source === undefined)
            return;
        for (const name of ['srcset', 'sizes', 'width', 'height']) {
            const value = attribute(source, name)?.value;
            if (value !== undefined)
                setAttribute(img, name, value);
        }
    }
    checkSource(source) {
        const srcset = attribute(source, 'srcset');
        const chosen = srcset && this.choose(source, srcset);
        if (srcset)
            srcset.value = chosen ? written(chosen) : '';
    }
    /** @returns the address in normal form; nothing for one that is not allowed. */
    check(value, element, attr) {
        const address = imageAddress(value);
        if ('url' in address)
            return address.url;
        const subject = attributeSubject(element, attr, this.spans);
        this.findings.add({ kind: 'content', code: 'content_blocked', subject, fault: address.fault });
        return undefined;
    }
    collect(url, element, attr) {
        if (url.startsWith('data:') || this.found.has(url))
            return url;
        const subject = attributeSubject(element, attr, this.spans);
        if (this.found.size === MAX_IMAGES)
            throw tooMany(subject);
        this.found.set(url, { url, subject });
        return url;
    }
}
const written = ({ url, descriptor }) => `${url} ${descriptor}`.trimEnd();
const tooMany = (subject) => new Violation(subject, `is one remote image too many; a document may have ${MAX_IMAGES} different ones`);
const MEDIA = new Set(['', 'all', 'print']);
const TYPES = new Set(['', 'image/png', 'image/jpeg', 'image/gif']);
function isForPaper(source) {
    const value = (name) => (attribute(source, name)?.value ?? '').trim().toLowerCase();
    return value('srcset') !== '' && MEDIA.has(value('media')) && TYPES.has(value('type'));
}
//# sourceMappingURL=collector.js.map