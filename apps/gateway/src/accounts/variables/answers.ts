/** What the endpoints of template variables answer, and their errors. */
import {
  DRAFT,
  ServiceError,
  type TemplateFault,
  type TemplateVersion,
  type Variable,
  withoutAbsent,
} from '@toolpress/contract';
import type { Author } from './variable-lists.js';
import type { FoundVersion } from './variables.js';
import { etagOfRecord, partsOf } from './version-record.js';

/** Adds the faults of the blocks to the warnings of a save. */
export function withWarnings({ warnings = [], ...saved }: Variable, faults: readonly TemplateFault[] = []): Variable {
  const all = [...faults, ...warnings];
  return all.length === 0 ? saved : { ...saved, warnings: all };
}

export const etagOf = (data: unknown): string => (data as Variable).etag;

export function shownVariable(name: string, { record, version, draftSavedAt }: FoundVersion) {
  const { kind, content, note, created_at, updated_at, published_at = updated_at } = record;
  return withoutAbsent({
    ...{ name, kind, content, created_at, updated_at, version, ...partsOf(record), note, published_at },
    ...{ etag: etagOfRecord(record), draft_saved_at: draftSavedAt },
  });
}

export function wholeVersion(name: string, { record, version, bytes, isPublished }: FoundVersion) {
  const { kind, content, note, by, updated_at, saved_at = updated_at, published_at } = record;
  return withoutAbsent({
    ...{ name, kind, content, version, saved_at, by: JSON.parse(by ?? 'null') as Author | null, bytes },
    etag: etagOfRecord(record),
    ...{
      published: isPublished,
      ...partsOf(record),
      note,
      published_at: isPublished ? (published_at ?? saved_at) : published_at,
    },
  });
}

export const notFound = (name: string): ServiceError =>
  new ServiceError('variable_not_found', `The account has no published template variable \`${name}\`.`);

/** The status is 5xx, because the change was made and belongs to the audit log. */
export const deletedMeanwhile = (name: string, cause: ServiceError): ServiceError =>
  new ServiceError('unavailable', `The template variable \`${name}\` was published, and deleted by another request.`, {
    cause,
  });

export const noVersion = (name: string, version: TemplateVersion): ServiceError =>
  new ServiceError(
    'version_not_found',
    version === DRAFT
      ? `The template variable \`${name}\` has no draft.`
      : `The template variable \`${name}\` has no version ${version}, or it is no longer kept.`,
  );
