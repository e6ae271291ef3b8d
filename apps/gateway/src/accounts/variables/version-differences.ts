/** Compares versions of a template in a thread: the time grows with the square of their differences. */
import { differencesOf, type FileValue, type JsonObject, parseAsWritten, templateFiles } from '@toolpress/contract';
import { called } from '../../api/large-body-tasks.js';
import type { VersionRecord } from './version-record.js';

/** @param names of the versions. @public */
export const versionDifferences = (before: VersionRecord, after: VersionRecord, names: readonly [string, string]) =>
  differencesOf(filesOf(before), filesOf(after), names);

export const DIFFERENCES = called(import.meta.url, versionDifferences);

function filesOf({ kind, content, css, files, sample_data, options }: VersionRecord): ReadonlyMap<string, string> {
  const parsed = <Value>(json: string | undefined) =>
    json === undefined ? undefined : (parseAsWritten(json) as Value);
  return templateFiles({
    ...{ kind, content, css, files: parsed<Record<string, FileValue>>(files) },
    ...{ sample_data: parsed<Record<string, JsonObject>>(sample_data), options: parsed<JsonObject>(options) },
  });
}
