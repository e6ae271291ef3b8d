/** Creates the bucket and its lifecycle rule where missing. */
import { type Client, S3Error } from 'minio';
import { FILES_PREFIX } from '../file-id.js';

const RULE_ID = 'toolpress-expire';
const FOLDER = `${FILES_PREFIX}/`;

/** Creates the bucket unless it exists, also when another process creates it at the same time. */
export async function ensureBucket(client: Client, bucket: string, region: string): Promise<void> {
  if (await bucketExists(client, bucket)) return;
  try {
    await client.makeBucket(bucket, region);
  } catch (error) {
    if (!(await client.bucketExists(bucket))) throw error;
  }
}

/** @throws S3Error with the store's own code, which the response to the client's HEAD request does not carry. */
async function bucketExists(client: Client, bucket: string): Promise<boolean> {
  try {
    return await client.bucketExists(bucket);
  } catch (error) {
    if (error instanceof S3Error) await currentRules(client, bucket);
    throw error;
  }
}

/**
 * Lets the bucket itself delete our files after `days`, in case no sweep runs. A store that refuses it, or a bucket with
 * rules of others (which ours would replace), causes a warning only.
 */
export async function ensureLifecycle(
  client: Client,
  bucket: string,
  days: number,
  warn: (message: string) => void,
): Promise<void> {
  try {
    const rules = await currentRules(client, bucket);
    if (rules.every((rule) => rule.isOurs)) {
      if (rules[0]?.days !== days) await client.setBucketLifecycle(bucket, lifecycle(days));
    } else if (!rules.some((rule) => rule.days >= days && FOLDER.startsWith(rule.prefix))) {
      warn(`The bucket already has lifecycle rules; add one that expires ${FOLDER} after ${days} days.`);
    }
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    warn(
      `The file store takes no lifecycle rule (${error.code}); expired files are deleted by the scheduled sweep only.`,
    );
  }
}

/** The client returns parsed XML: a single rule is not a list, digits are a number. */
async function currentRules(client: Client, bucket: string) {
  try {
    const rules = [(await client.getBucketLifecycle(bucket))?.Rule ?? []].flat();
    return rules.map((rule) => ({
      isOurs: rule.ID === RULE_ID,
      prefix: String(rule.Filter?.Prefix ?? rule.Prefix ?? ''),
      days: Number(rule.Expiration?.Days), // NaN for a rule that expires otherwise
    }));
  } catch (error) {
    if (error instanceof S3Error && error.code === 'NoSuchLifecycleConfiguration') return [];
    throw error;
  }
}

const lifecycle = (days: number) => ({
  Rule: [{ ID: RULE_ID, Status: 'Enabled', Filter: { Prefix: FOLDER }, Expiration: { Days: days } }],
});
