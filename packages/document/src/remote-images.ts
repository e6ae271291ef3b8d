/** The images that a document needs from elsewhere. */
import type { FoundImage } from './images/collector.js';
import { placeOf, type SourceTexts } from './policy/places.js';

export interface RemoteImage {
  /** As the browser will ask for it: in the URL standard's normal form, without a fragment. */
  readonly url: string;
  /** Where it first stands, for messages: "`img` `src` at html 12:5". Found out when it is read. */
  readonly place: string;
}

/** @param locate finds the same images again, with their places. */
export function remoteImages(
  found: readonly FoundImage[],
  sources: SourceTexts,
  locate: () => readonly FoundImage[],
): RemoteImage[] {
  let located: readonly FoundImage[] | undefined;
  const place = (image: FoundImage): string => {
    located ??= locate();
    const { subject } = located.find(({ url }) => url === image.url) ?? image;
    return placeOf(subject, sources);
  };
  return found.map((image) => ({
    url: image.url,
    get place() {
      return place(image);
    },
  }));
}
