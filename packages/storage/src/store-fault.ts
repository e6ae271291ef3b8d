/** Why a store can't be used, for the operator: what the store or the system said, and which setting is wrong. */
import { ServiceError } from '@toolpress/contract';
import { reasonOf } from '@toolpress/runtime';
import { InvalidBucketNameError, S3Error } from 'minio';

/** Answers of a store that waiting does not change, by S3's code. */
const REFUSALS: Readonly<Record<string, string>> = {
  AccessDenied: 'S3_ACCESS_KEY has no right to the bucket of S3_BUCKET',
  AuthorizationHeaderMalformed: 'S3_REGION is not the store’s',
  InvalidAccessKeyId: 'S3_ACCESS_KEY is unknown to the store',
  InvalidBucketName: 'S3_BUCKET is no name of a bucket',
  SignatureDoesNotMatch: 'S3_SECRET_KEY is not that of S3_ACCESS_KEY',
};
/** The same of a folder, by the system's code. */
const UNUSABLE = ['EACCES', 'EEXIST', 'ENOTDIR', 'EPERM', 'EROFS'];

export interface StoreFault {
  /** What was said, with its code; no secret is in it. */
  reason: string;
  /** What is wrong with which setting, where that is certain. */
  setting: string | undefined;
}

/** @param error as a file store threw it. */
export function storeFault(error: unknown): StoreFault {
  const cause = error instanceof ServiceError ? error.cause : error;
  const text = reasonOf(cause);
  const code = codeOf(cause);
  return { reason: text.includes(code) ? text : `${code}: ${text}`, setting: settingOf(cause, code) };
}

function settingOf(cause: unknown, code: string): string | undefined {
  if (cause instanceof S3Error || cause instanceof InvalidBucketNameError) return REFUSALS[code];
  const isFolder = cause instanceof Error && (cause as NodeJS.ErrnoException).syscall === 'mkdir';
  return isFolder && UNUSABLE.includes(code) ? 'STORAGE_FOLDER can’t be used' : undefined;
}

function codeOf(cause: unknown): string {
  if (cause instanceof InvalidBucketNameError) return 'InvalidBucketName';
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? '') : '';
}
