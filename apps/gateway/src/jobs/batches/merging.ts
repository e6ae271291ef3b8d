/**
 * Merges rows that have passwords. The keys of their files are made of a secret. It is in the encrypted template of the batch alone, which is
 * deleted with the rows: then only passwords open the files.
 */
import { randomBytes } from 'node:crypto';
import type { JobProtect, MergedProtect, MergeSecrets, Merging, PdfRequest } from '@toolpress/contract';
import { type PayloadSealer, rowKey } from '@toolpress/queue';
import type { ProtectWithKey } from '../../tools/pdf/render-job.js';

const SECRET_BYTES = 32;

/** Returns what the template of a batch keeps. @param protect of the merged PDF. */
export const mergingOf = (protect: MergedProtect): Merging => ({
  secret: randomBytes(SECRET_BYTES).toString('base64'),
  protect,
});

/** Gives the file of a protected row the key with which it can be merged. @param row from 1. */
export function withKey(request: PdfRequest, { secret }: Merging, row: number): PdfRequest {
  if (request.protect === undefined) return request;
  const protect: ProtectWithKey = { ...request.protect, file_key: rowKey(secret, row).toString('base64') };
  return { ...request, protect };
}

/** Returns the protection of the merged PDF as workers take it. @throws ServiceError `unavailable`. */
export async function mergedProtection(
  { secret, protect }: Merging,
  sealer: Pick<PayloadSealer, 'seal'>,
  accountId: string,
): Promise<JobProtect> {
  const { user_password: userPassword, owner_password: ownerPassword, permissions } = protect;
  const secrets: MergeSecrets = { secret, userPassword, ...(ownerPassword && { ownerPassword }) };
  return { sealed: await sealer.seal(secrets, accountId), ...(permissions && { permissions }) };
}
