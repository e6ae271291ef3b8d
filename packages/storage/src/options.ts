/** The environment variables that say where files are stored: the same for both apps. */
import { type Infer, integer, oneOf, text } from '@toolpress/contract';
import { httpUrl } from '@toolpress/runtime';

const onlyFor = <Schema extends ReturnType<typeof text>>(driver: 'folder' | 's3', schema: Schema): Schema =>
  schema
    .when('STORAGE', { not: driver, otherwise: text().required() })
    .meta({ fallback: `required for \`${driver}\`` });

/** The variables with a default. */
export const storageDefaulted = {
  STORAGE: oneOf('folder', 's3').default('folder').description('where files are kept'),
  S3_BUCKET: text().default('toolpress').description('made at the start if it is not there'),
  S3_REGION: text().default('us-east-1').description('the store’s region'),
  FILE_TTL: integer().min(60).default(604_800).description('seconds that a file is kept'),
};

/** The variables that may be absent; those of the chosen driver may not. */
export const storageOptional = {
  STORAGE_FOLDER: onlyFor('folder', text()).description('the folder; gateway and worker must see the same one'),
  S3_ENDPOINT: onlyFor('s3', httpUrl()).description('any S3-compatible store'),
  S3_PUBLIC_ENDPOINT: httpUrl()
    .description('where callers reach the store: signed links point there (gateway)')
    .meta({ fallback: '`S3_ENDPOINT`' }),
  S3_ACCESS_KEY: onlyFor('s3', text()).description('the store’s user'),
  S3_SECRET_KEY: onlyFor('s3', text()).description('the user’s secret'),
};

type Values<Schemas> = { [Key in keyof Schemas]: Infer<Schemas[Key]> };
export type StorageConfig = Values<typeof storageDefaulted> & Partial<Values<typeof storageOptional>>;

/**
 * Turns an app's validated settings into the options of its file store.
 *
 * @param own what is not configured but the app's own: the gateway gives `publicUrl` and the keys of links, a worker neither.
 */
export function fileStoreOptions(
  config: StorageConfig,
  own: Pick<FolderOptions, 'publicUrl' | 'linkKey' | 'previousLinkKeys'> & Pick<S3Options, 'onWarning'>,
): FileStoreOptions {
  const { onWarning, ...links } = own;
  if (config.STORAGE === 'folder') return { driver: 'folder', folder: given(config, 'STORAGE_FOLDER'), ...links };
  return {
    driver: 's3',
    endpoint: given(config, 'S3_ENDPOINT'),
    publicEndpoint: config.S3_PUBLIC_ENDPOINT,
    bucket: config.S3_BUCKET,
    accessKey: given(config, 'S3_ACCESS_KEY'),
    secretKey: given(config, 'S3_SECRET_KEY'),
    region: config.S3_REGION,
    lifecycleDays: Math.ceil(config.FILE_TTL / 86_400),
    onWarning,
  };
}

/** What the schema has made sure of, for the type checker. */
function given(config: StorageConfig, name: keyof typeof storageOptional): string {
  const value = config[name];
  if (value === undefined) throw new TypeError(`${name} is not set`);
  return value;
}

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
