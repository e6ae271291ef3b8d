/** Deliveries of files into the buckets of accounts: `deliver_to`. */
import type { Part } from '../part.js';
import type { FileDelivery } from '../tools/pdf/render-pdf.js';
import { Buckets } from './buckets.js';

export const part: Part = (core) => {
  const buckets = new Buckets(core);
  return {
    delivery: buckets as FileDelivery,
    tests: { s3: (slug, accountId, signal) => buckets.test(slug, accountId, signal) },
  };
};
