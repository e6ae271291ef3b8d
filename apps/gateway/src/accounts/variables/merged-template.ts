/** Merges a patch into a saved template, also in a thread. */
import { mergePatch, parseAsWritten, TEMPLATE_PARTS } from '@toolpress/contract';
import { called } from '../../api/large-body-tasks.js';
import type { VersionRecord } from './version-record.js';

/** Returns the JSON of a text with a patch. Numbers keep their digits. */
export function mergedJson(record: VersionRecord, patch: string): string {
  const parts = TEMPLATE_PARTS.flatMap((part) => {
    const text = record[part];
    return text === undefined ? [] : [[part, part === 'css' ? text : parseAsWritten(text)] as const];
  });
  const whole = { kind: record.kind, content: record.content, ...Object.fromEntries(parts) };
  return JSON.stringify(mergePatch(whole, parseAsWritten(patch)));
}

export const MERGED = called(import.meta.url, mergedJson);
