/** The worker that makes the bodies of previews. */
import { type Draft, InvalidJson, previewOf } from '../draft/draft.js';
import type { BodyResult, BodyTask } from './preview-body.js';

/** The scope of a worker sends messages as a port does. */
const page = globalThis as unknown as MessagePort;
let files: Draft['files'] = {};

addEventListener('message', ({ data: task }: MessageEvent<BodyTask>) => {
  files = task.files ?? files;
  page.postMessage(resultOf(task));
});

function resultOf({ number, draft, sample, firstPageOnly }: BodyTask): BodyResult {
  try {
    const request = previewOf({ ...draft, files }, sample);
    const json = JSON.stringify({ ...request, ...(firstPageOnly && { first_page_only: true }) });
    return { number, body: new Blob([json], { type: 'application/json' }) };
  } catch (error) {
    const { message } = error as Error;
    return {
      number,
      message,
      invalid: error instanceof InvalidJson ? { message, sample: error.sample, place: error.place } : undefined,
    };
  }
}
