export { contentDisposition } from './content-disposition.js';
export { createFileStore } from './expiring-store.js';
export {
  dayOf,
  FILE_ID_LENGTH,
  FILE_KINDS,
  type FileKind,
  fileExpiry,
  fileKind,
  newFileId,
  pdfIds,
} from './file-id.js';
export type { ByteRange, FileStore, LinkParameters, OpenedFile, SignedLink } from './file-store.js';
export type { FileStoreOptions, FolderOptions, S3Options } from './options.js';
export { fileStoreOptions, type StorageConfig, storageDefaulted, storageOptional } from './options.js';
export { prepareStore } from './prepare-store.js';
export { type ForeignBucket, presignPut } from './s3/presign.js';
export { storeUnavailable } from './unavailable.js';
