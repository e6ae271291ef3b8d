/** The environment variables that say where files are stored: the same for both apps. */
import { bucketName, type Infer, integer, oneOf, text } from '@toolpress/contract';
import { httpUrl, SECRET } from '@toolpress/runtime';
import type { GatewayLinkOptions } from './gateway-links.js';

const onlyFor = <Schema extends ReturnType<typeof text>>(driver: 'folder' | 's3', schema: Schema): Schema =>
  schema
    .when('STORAGE', { not: driver, otherwise: text().required() })
    .meta({ fallback: `required for \`${driver}\`` });

/** The variables with a default. */
export const storageDefaulted = {
  STORAGE: oneOf('folder', 's3').default('folder').description('storage of files'),
  S3_BUCKET: bucketName().default('toolpress').description('bucket name; it is created at start if missing'),
  // It is a part of each signature, between slashes.
  S3_REGION: text()
    .pattern(/^[^\s/]+$/)
    .message('{{#label}} must be the name of a region, such as eu-central-1')
    .default('us-east-1')
    .description('the store’s region'),
  FILE_TTL: integer().min(60).default(604_800).description('lifetime of a file in seconds'),
};

/** The variables that may be absent; those of the chosen driver may not. */
export const storageOptional = {
  STORAGE_FOLDER: onlyFor('folder', text()).description('the folder; gateway and worker must share it'),
  S3_ENDPOINT: onlyFor('s3', httpUrl()).description('any S3-compatible store'),
  S3_PUBLIC_ENDPOINT: httpUrl()
    .description('address at which callers reach the store; signed links lead there (gateway)')
    .meta({ fallback: 'signed links lead to the gateway' }),
  S3_ACCESS_KEY: onlyFor('s3', text()).description('the store’s user').meta(SECRET),
  S3_SECRET_KEY: onlyFor('s3', text()).description('the user’s secret').meta(SECRET),
  S3_SESSION_TOKEN: text().description('session token of temporary keys; restart before they expire').meta(SECRET),
};

type Values<Schemas> = { [Key in keyof Schemas]: Infer<Schemas[Key]> };
export type StorageConfig = Values<typeof storageDefaulted> & Partial<Values<typeof storageOptional>>;

/**
 * Turns an app's validated settings into the options of its file store.
 *
 * @param own values of the app that are no settings: the gateway has `publicUrl` and the keys of links, a worker neither.
 */
export function fileStoreOptions(
  config: StorageConfig,
  own: GatewayLinkOptions & Pick<S3Options, 'onWarning'>,
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
    ...(config.S3_SESSION_TOKEN !== undefined && { sessionToken: config.S3_SESSION_TOKEN }),
    region: config.S3_REGION,
    lifecycleDays: Math.ceil(config.FILE_TTL / 86_400),
    onWarning,
    ...links,
  };
}

/** The schema ensures it; for the type checker. */
function given(config: StorageConfig, name: keyof typeof storageOptional): string {
  const value = config[name];
  if (value === undefined) throw new TypeError(`${name} is not set`);
  return value;
}

export interface FolderOptions extends GatewayLinkOptions {
  driver: 'folder';
  /** The folder, the same for every gateway and worker. */
  folder: string;
}

export interface S3Options extends GatewayLinkOptions {
  driver: 's3';
  /** The store's URL for this process: `http://minio:9000`. */
  endpoint: string;
  /** The store's URL for callers; a signature covers the host. Without it, links lead to the gateway. */
  publicEndpoint?: string | undefined;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** The token of temporary keys. */
  sessionToken?: string;
  region: string;
  /** After how many days the bucket itself deletes files, in case no sweep runs; at least their lifetime. */
  lifecycleDays: number;
  /** Called with warnings for the operator, such as a store that refuses lifecycle rules. */
  onWarning?: ((message: string) => void) | undefined;
}

export type FileStoreOptions = FolderOptions | S3Options;
