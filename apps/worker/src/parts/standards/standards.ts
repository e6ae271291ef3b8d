/** Metadata, conformance, attachments and protection of a PDF. */
import type { ErrorData, RenderJob } from '@toolpress/contract';
import { attachedFile, type Finish, infoOf, MissingGlyphs } from '@toolpress/pdf';
import { Conforming } from '@toolpress/standards';
import type { RenderPart } from '../../render/part.js';
import type { PreparedDocument } from '../../render/prepare/prepared-document.js';
import { FinalError, refusal } from '../../render/task/faults.js';
import type { RenderFeature } from '../../render/task/feature.js';

/** The reason lets jobs try again, but not without a limit. */
const PASSWORDS_UNREADABLE: ErrorData = {
  code: 'unavailable',
  message:
    'The passwords of `protect` can’t be decrypted; try again in a minute. If that fails, the operator of this service finds the reason in the log of the worker.',
  reason: 'renderer_failed',
};

/** @throws FinalError for passwords that can't be decrypted. */
export const part: RenderPart = async ({ job, services, accountId }) => {
  let { protect } = job;
  if (protect?.sealed !== undefined && job.checkOnly !== true) {
    const { sealed, ...known } = protect;
    const passwords = await services.openPasswords(sealed);
    if (passwords === undefined) throw new FinalError(PASSWORDS_UNREADABLE);
    protect = { ...known, ...passwords };
  }
  return {
    features: (document, begun) => [new Standards({ ...begun, ...(protect && { protect }) }, document, accountId)],
  };
};

class Standards implements RenderFeature {
  constructor(
    private readonly job: Pick<RenderJob, 'metadata' | 'conformance' | 'attachments' | 'protect'>,
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
