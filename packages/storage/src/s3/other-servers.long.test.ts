import { startVersitygw } from '@toolpress/testkit';
import { fileStoreBehaves } from '../testing/file-store-behaves.js';
import { inBucket } from '../testing/s3-bucket.js';

const { TOOLPRESS_VERSITYGW } = process.env;

fileStoreBehaves(
  'a bucket of versitygw (needs TOOLPRESS_VERSITYGW)',
  inBucket(async () => (TOOLPRESS_VERSITYGW ? startVersitygw(TOOLPRESS_VERSITYGW) : undefined)),
);
