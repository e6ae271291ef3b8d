import { ExpiringStore } from './expiring-store.js';
import type { FileStore } from './file-store.js';
import { FolderDriver } from './folder/folder-driver.js';
import type { FileStoreOptions } from './options.js';
import { S3Driver } from './s3/s3-driver.js';

/**
 * Makes the store that the options describe. Nothing is opened yet: `prepare` makes the first contact.
 *
 * @throws Error when an option can't be used, such as an endpoint with a path.
 */
export function createFileStore(options: FileStoreOptions): FileStore {
  return new ExpiringStore(options.driver === 'folder' ? new FolderDriver(options) : new S3Driver(options));
}
