import { findS3, S3_SERVERS, type S3Server } from '@toolpress/testkit';
import { fileStoreBehaves } from '../testing/file-store-behaves.js';
import { inBucket } from '../testing/s3-bucket.js';

for (const name of ['versitygw', 'seaweedfs'] satisfies S3Server[]) {
  const { variable, start } = S3_SERVERS[name];
  const program = findS3(name);
  fileStoreBehaves(
    `a bucket of ${name} (needs ${variable})`,
    inBucket(async () => (program === undefined ? undefined : start(program))),
  );
}
