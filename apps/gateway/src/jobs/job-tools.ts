/** The tools that run as jobs. */
import type { Job, JobTool, JsonObject } from '@toolpress/contract';
import type { AnyToolEndpoint, RequestContext } from '../api/endpoint.js';
import type { PresentResult } from './jobs.js';

export type JobTools = ReadonlyMap<JobTool, AnyToolEndpoint>;

/** Returns a function that presents a result as the tool does, but without the bytes of the file. */
export const presentedBy =
  (tools: JobTools, context: RequestContext): PresentResult =>
  async (result, tool) => {
    const presented = await tools
      .get(tool)
      ?.present({ ...(result as JsonObject), isLinkOnly: true }, { ...context, prefers: () => false });
    return presented as Job['result'];
  };
