/** Fills the texts of one document after the other. It may be ended at any time. */
import { parentPort } from 'node:worker_threads';
import { ServiceError } from '@toolpress/contract';
import { fillForElsewhere } from '@toolpress/document';
import type { FillReply, FillTask } from './fillings.js';

function reply({ values, ...texts }: FillTask): FillReply {
  try {
    return { texts: fillForElsewhere({ ...texts, ...JSON.parse(values) }) };
  } catch (error) {
    return error instanceof ServiceError ? { error: error.toData() } : { fault: String(error) };
  }
}

parentPort?.on('message', (task: FillTask) => {
  const result = reply(task);
  parentPort?.postMessage(result, 'texts' in result ? buffersOf(result.texts) : []);
});

/** They are handed over, not copied. */
const buffersOf = ({ html, css }: Extract<FillReply, { texts: unknown }>['texts']): ArrayBuffer[] =>
  [html, css].flatMap((text) =>
    (text ? [text.record.ends, text.record.offsets, text.record.values, text.record.names] : []).flatMap((list) =>
      list instanceof Uint32Array && list.buffer instanceof ArrayBuffer ? list.buffer : [],
    ),
  );
