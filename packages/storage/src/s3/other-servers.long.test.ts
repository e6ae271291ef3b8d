import { startSeaweedFs, startVersitygw, type TestS3 } from '@toolpress/testkit';
import { fileStoreBehaves } from '../testing/file-store-behaves.js';
import { inBucket } from '../testing/s3-bucket.js';

const SERVERS: Readonly<Record<string, [variable: string, start: (program: string) => Promise<TestS3>]>> = {
  versitygw: ['TOOLPRESS_VERSITYGW', startVersitygw],
  SeaweedFS: ['TOOLPRESS_SEAWEEDFS', startSeaweedFs],
};

for (const [name, [variable, start]] of Object.entries(SERVERS)) {
  const program = process.env[variable];
  fileStoreBehaves(
    `a bucket of ${name} (needs ${variable})`,
    inBucket(async () => (program ? start(program) : undefined)),
  );
}
