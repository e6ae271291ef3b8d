/** What an import makes of files. */
import type { Saved } from '../service/api.js';

export interface Imported {
  /** A name for the template. */
  name: string;
  saved: Saved;
  /** What was left out, and what to do about it. */
  notes: string[];
}

export interface ImportLimits {
  /** The largest text in bytes. */
  maxTextBytes: number;
  /** The largest template with all of its parts in bytes. */
  maxTemplateBytes: number;
  maxFiles: number;
  maxSamples: number;
}

/** Files that can't become a template. The message says what to do. */
export class NotImportable extends Error {}

const arrived = new Map<string, string[]>();

/** Keeps the notes of an import until its template is opened. */
export function keepNotes(name: string, notes: string[]): void {
  arrived.set(name, notes);
}

/** Returns the notes of a template that was just imported, once. */
export function takeNotes(name: string): string[] {
  const notes = arrived.get(name) ?? [];
  arrived.delete(name);
  return notes;
}

/** Returns a size for people, such as "1.4 MiB". */
export const mebibytes = (bytes: number): string =>
  `${Math.max(0.1, bytes / 1024 / 1024)
    .toFixed(1)
    .replace('.0', '')} MiB`;
