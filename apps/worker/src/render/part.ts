/** What an optional concept of rendering is: its module exports one `part`. The lists of them are in `parts.ts` of the worker. */
import { type RenderJob, ServiceError } from '@toolpress/contract';
import type { PreparedDocument, PreparedWith } from './prepare/prepared-document.js';
import type { Faults } from './task/faults.js';
import type { Rendered, RenderFeature, RenderServices } from './task/feature.js';

/** Begins a job that needs the part. */
export type RenderPart = (begun: {
  job: RenderJob;
  accountId: string;
  faults: Faults;
  services: RenderServices;
}) => PartOfJob | Promise<PartOfJob>;

/** What a part does for one job. */
export interface PartOfJob extends PreparedWith {
  /** The job with what the part adds to it. */
  readonly job?: RenderJob;
  /** Makes the result of a job that prints nothing. @param job with filled names. */
  alone?(job: RenderJob): Rendered;
  /** Returns its features for a document. @param job with what later parts add to it. */
  features?(document: PreparedDocument, job: RenderJob): readonly RenderFeature[];
}

/** A part as a worker knows it before it is loaded. */
export interface PartEntry {
  /** What needs the part, for the message of a worker without it. */
  readonly offers: string;
  /** Whether a job needs it. */
  isRequested?(job: RenderJob): boolean;
  /** Whether a document needs it. */
  isUsed?(document: PreparedDocument): boolean;
  load(): Promise<{ readonly part: RenderPart }>;
}

/** A part of this worker: without `part` if it is switched off. */
export interface KnownPart extends PartEntry {
  readonly name: string;
  readonly part: RenderPart | undefined;
}

/** @throws ServiceError `invalid_parameter` for a part that is switched off. */
export function partOf({ name, offers, part }: KnownPart): RenderPart {
  if (part === undefined) throw switchedOff(name, offers);
  return part;
}

export const switchedOff = (name: string, offers: string): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    `This service makes no ${offers}: its operator has switched off the part \`${name}\`.`,
  );
