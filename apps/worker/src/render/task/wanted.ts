import type { WantedResources } from './render-task.js';

/** The document needs something that has to be fetched. It leaves the thread, and is prepared again when that has arrived. */
export class Wanted extends Error {
  override readonly name = 'Wanted';
  constructor(readonly resources: WantedResources) {
    super('the document needs something that has to be fetched');
  }
}
