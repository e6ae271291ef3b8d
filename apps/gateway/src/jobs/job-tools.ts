/** The tools that jobs are done with. */
import type { Job, JobTool, JsonObject } from '@toolpress/contract';
import type { AnyToolEndpoint, RequestContext } from '../http/endpoint.js';
import type { PresentResult } from './jobs.js';

export type JobTools = ReadonlyMap<JobTool, AnyToolEndpoint>;

/** As the tool itself answers, but without the bytes of the file. */
export const presentedBy =
  (tools: JobTools, context: RequestContext): PresentResult =>
  async (result, tool) => {
    const presented = await tools
      .get(tool)
      ?.present({ ...(result as JsonObject), isLinkOnly: true }, { ...context, prefers: () => false });
    return presented as Job['result'];
  };
