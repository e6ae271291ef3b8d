/** Fills the texts of one document after another. The thread may be terminated at any time. */
import { parentPort } from 'node:worker_threads';
import { ServiceError } from '@toolpress/contract';
import { fillForTransfer } from '@toolpress/template';
import type { FillReply, FillTask } from './fillings.js';

function reply({ values, ...texts }: FillTask): FillReply {
  try {
    return { texts: fillForTransfer({ ...texts, ...JSON.parse(values) }) };
  } catch (error) {
    return error instanceof ServiceError ? { error: error.toData() } : { fault: String(error) };
  }
}

parentPort?.on('message', (task: FillTask) => {
  const result = reply(task);
  parentPort?.postMessage(result, 'texts' in result ? buffersOf(result.texts) : []);
});

/** Returns buffers to transfer without a copy. */
const buffersOf = ({ html, css }: Extract<FillReply, { texts: unknown }>['texts']): ArrayBuffer[] =>
  [html, css].flatMap((text) =>
    (text ? [text.record.ends, text.record.offsets, text.record.values, text.record.names] : []).flatMap((list) =>
      list instanceof Uint32Array && list.buffer instanceof ArrayBuffer ? list.buffer : [],
    ),
  );
