export { contentDisposition } from './content-disposition.js';
export { createFileStore, type FileStoreOptions, type FolderOptions, type S3Options } from './create.js';
export { fileExpiry } from './file-id.js';
export type { FileStore, LinkParameters, OpenedFile, SignedLink } from './file-store.js';
export { fileStoreOptions, type StorageConfig, storageDefaulted, storageOptional } from './settings.js';
