/** Fills the fields of a job that are names or properties of the PDF. The passwords are the part `standards`'s. */
import {
  isFolder,
  isPointInTime,
  MAX_ATTACHMENT_NAME,
  MAX_FILENAME,
  MAX_FOLDER,
  MAX_KEYWORDS_LENGTH,
  MAX_METADATA,
  NO_FOLDER,
  NO_POINT_IN_TIME,
  type RenderJob,
  ServiceError,
  withEnding,
} from '@toolpress/contract';
import { fillPlainTexts, mayHaveTags, type PlainText } from '@toolpress/template';

/** A field with tags, and what takes its filled text. */
interface FieldToFill extends PlainText {
  /** @throws ServiceError for a text that the field can't have. */
  set(filled: string): void;
}

/** The names that tags have made, which the gateway needs. */
export interface FilledNames {
  readonly filename?: string;
  readonly folder?: string;
}

/** Returns what the fields are filled with in a language and a time zone. */
export const settingsOf = ({ locale, timeZone, translations, html }: RenderJob) => ({
  locale,
  timeZone,
  translations,
  html,
});

/**
 * Fills the fields of a job that have tags.
 *
 * @returns the job, and its names if they had tags; undefined for a job without tags in these fields.
 * @throws nothing: the errors are returned, each names its field.
 */
export function filledFields(
  job: RenderJob,
): { job: RenderJob; names: FilledNames; errors: ServiceError[] } | undefined {
  if (job.tags === false || !hasTags(job)) return undefined;
  const names: { filename?: string; folder?: string } = {};
  const filled: RenderJob = { ...job };
  const fields = [...fileFields(filled, names), ...metadataFields(filled), ...attachmentFields(filled)].filter(
    ({ text }) => mayHaveTags(text),
  );
  const { texts, errors } = fillPlainTexts(fields, job.data, settingsOf(job));
  for (const [index, field] of errors.length > 0 ? [] : fields.entries()) {
    try {
      field.set(texts[index] ?? '');
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      errors.push(error);
    }
  }
  return { job: filled, names, errors };
}

const hasTags = ({ filename, deliveryFolder, metadata = {}, attachments = [] }: RenderJob): boolean =>
  [filename, deliveryFolder, ...Object.values(metadata), ...attachments.map(({ name }) => name)].some(
    (text) => text !== undefined && mayHaveTags(text),
  );

const wrong = (fault: string): ServiceError => new ServiceError('template_invalid', `${fault}, when it is filled.`);

function fileFields(job: RenderJob, names: { filename?: string; folder?: string }): FieldToFill[] {
  const { filename = '', deliveryFolder = '' } = job;
  return [
    {
      ...{ field: 'filename', text: filename.replace(/\.pdf$/i, ''), escape: 'name', maxLength: MAX_FILENAME },
      set(filled) {
        // Those of values are replaced. Brackets may be no tag.
        if (/[/\\]/.test(filled)) throw wrong('`filename` must not contain slashes');
        names.filename = withEnding(filled);
        job.filename = names.filename;
      },
    },
    {
      ...{ field: 'deliver_to.folder', text: deliveryFolder, escape: 'name', maxLength: MAX_FOLDER },
      set(filled) {
        if (!isFolder(filled)) throw wrong(`\`deliver_to.folder\` ${NO_FOLDER}`);
        names.folder = filled;
      },
    },
  ];
}

function metadataFields(job: RenderJob): FieldToFill[] {
  const { metadata } = job;
  if (metadata === undefined) return [];
  const filled = { ...metadata };
  job.metadata = filled;
  const { createdAt = '', ...texts } = metadata;
  const time: FieldToFill = {
    ...{ field: 'metadata.created_at', text: createdAt, escape: 'text', maxLength: MAX_METADATA },
    set(text) {
      if (!isPointInTime(text)) throw wrong(`\`metadata.created_at\` ${NO_POINT_IN_TIME}`);
      filled.createdAt = text;
    },
  };
  const others = Object.entries(texts).map(
    ([name, text]): FieldToFill => ({
      ...{ field: `metadata.${name}`, text, escape: 'text', mayBeEmpty: name !== 'title' },
      maxLength: name === 'keywords' ? MAX_KEYWORDS_LENGTH : MAX_METADATA,
      set(value) {
        filled[name as keyof typeof texts] = value;
      },
    }),
  );
  return [time, ...others];
}

function attachmentFields(job: RenderJob): FieldToFill[] {
  const { attachments } = job;
  if (attachments === undefined) return [];
  const filled = attachments.map((attachment) => ({ ...attachment }));
  job.attachments = filled;
  return filled.map((attachment, index) => ({
    ...{ field: `attachments[${index}].name`, text: attachment.name, escape: 'name', maxLength: MAX_ATTACHMENT_NAME },
    set(name) {
      attachment.name = name;
    },
  }));
}
