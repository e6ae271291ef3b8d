/** Metadata, conformance, attachments and protection of a PDF. */
import {
  type ErrorData,
  type JobProtect,
  MAX_PASSWORD,
  type Passwords,
  type RenderJob,
  ServiceError,
} from '@toolpress/contract';
import { attachedFile, type Finish, infoOf, MissingGlyphs } from '@toolpress/pdf';
import { Conforming } from '@toolpress/standards';
import { fillPlainTexts, mayHaveTags } from '@toolpress/template';
import type { RenderPart } from '../../render/part.js';
import { settingsOf } from '../../render/prepare/filled-fields.js';
import type { PreparedDocument } from '../../render/prepare/prepared-document.js';
import { FinalError, refusal } from '../../render/task/faults.js';
import type { RenderFeature } from '../../render/task/feature.js';
import { preparedPassword } from './passwords.js';

/** The reason lets jobs try again, but not without a limit. */
const PASSWORDS_UNREADABLE: ErrorData = {
  code: 'unavailable',
  message:
    'The passwords of `protect` can’t be decrypted; try again in a minute. If that fails, the operator of this service finds the reason in the log of the worker.',
  reason: 'renderer_failed',
};

/** @throws FinalError for passwords that can't be decrypted. ServiceError for passwords that readers do not accept, or without a value. */
export const part: RenderPart = async ({ job, services, accountId }) => {
  let protect: Protect | undefined = job.protect;
  if (job.protect?.sealed !== undefined) {
    const { sealed, ...known } = job.protect;
    const secrets = await services.openPasswords(sealed);
    if (secrets !== undefined) {
      const { fileKey, ...passwords } = secrets;
      protect = { ...known, ...(await finishedPasswords(passwords, job)) };
      if (fileKey !== undefined) protect.key = Buffer.from(fileKey, 'base64');
    } else if (job.checkOnly !== true) throw new FinalError(PASSWORDS_UNREADABLE);
  }
  return {
    features: (document, begun) => [new Standards({ ...begun, ...(protect && { protect }) }, document, accountId)],
  };
};

type Protect = Omit<JobProtect, 'sealed'> & { key?: Uint8Array };

const FIELDS = { userPassword: 'protect.user_password', ownerPassword: 'protect.owner_password' } as const;

/**
 * Fills passwords that have tags, and normalizes them.
 *
 * @throws ServiceError for missing values, and for passwords that readers do not accept. The messages contain no password.
 */
async function finishedPasswords(passwords: Passwords, job: RenderJob): Promise<Passwords> {
  const given = Object.entries(passwords) as [keyof Passwords, string][];
  const isTemplate = job.tags !== false && given.some(([, password]) => mayHaveTags(password));
  const texts = isTemplate ? filledPasswords(given, job) : given.map(([, password]) => password);
  const finished = given.map(async ([name], index) => [name, await preparedPassword(FIELDS[name], texts[index])]);
  return Object.fromEntries(await Promise.all(finished)) as Passwords;
}

function filledPasswords(given: readonly [keyof Passwords, string][], job: RenderJob): string[] {
  const fields = given.map(([name, text]) => ({
    ...({ field: FIELDS[name], text, escape: 'text', maxLength: MAX_PASSWORD, needsValue: true } as const),
  }));
  const { texts, errors } = fillPlainTexts(fields, job.data, settingsOf(job));
  const [first] = errors;
  if (first === undefined) return texts;
  throw new ServiceError(first.code, errors.map(({ message }) => message).join(' '));
}

class Standards implements RenderFeature {
  constructor(
    private readonly job: Pick<RenderJob, 'metadata' | 'conformance' | 'attachments'> & { protect?: Protect },
    private readonly document: Pick<PreparedDocument, 'title' | 'structure' | 'tellMissing'>,
    private readonly accountId: string,
  ) {}

  finish(finish: Finish): void {
    const { metadata, conformance: levels, attachments = [] } = this.job;
    const { title, structure } = this.document;
    const info = infoOf(metadata, title);
    if (levels) finish.conform = new Conforming(levels, info, structure);
    else if (metadata) finish.info = info;
    if (attachments.length > 0) finish.attachments = attachments.map(attachedFile);
  }

  /** @throws ServiceError `not_conforming` for characters that are in no font. */
  failed(error: unknown): void {
    if (error instanceof MissingGlyphs) throw refusal('not_conforming', this.document.tellMissing(error));
  }

  seal(finish: Finish): void {
    const { protect } = this.job;
    if (protect) finish.protect = { ...protect, accountId: this.accountId };
  }
}
