export interface FolderOptions {
  driver: 'folder';
  /** Where the files lie. Every gateway and worker has to see the same folder. */
  folder: string;
  /** Base of the links that `sign` makes: the gateway as its callers reach it. Only who signs needs it. */
  publicUrl?: string | undefined;
  /** 32 bytes, the same in every gateway: what links are signed with. Only who signs or verifies needs it. */
  linkKey?: Buffer | undefined;
  /** Keys that links were signed with before: those links work until they end. */
  previousLinkKeys?: readonly Buffer[] | undefined;
}

export interface S3Options {
  driver: 's3';
  /** The store as this process reaches it: `http://minio:9000`. */
  endpoint: string;
  /** The store as callers reach it; a signature covers the host. Default: `endpoint`. */
  publicEndpoint?: string | undefined;
  bucket: string;
  accessKey: string;
  secretKey: string;
  region: string;
  /** After how many days the bucket itself deletes a file, should no sweep run: no less than files live. */
  lifecycleDays: number;
  /** Told what the operator should know: a store that refuses lifecycle rules, for instance. */
  onWarning?: ((message: string) => void) | undefined;
}

export type FileStoreOptions = FolderOptions | S3Options;
