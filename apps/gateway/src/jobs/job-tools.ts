/** The tools that run as jobs, and how their results are shown. */
import { type ErrorData, type Job, type JobTool, type Json, type JsonObject, ServiceError } from '@toolpress/contract';
import type { AnyToolEndpoint, RequestContext } from '../api/endpoint.js';

export type JobTools = ReadonlyMap<JobTool, AnyToolEndpoint>;

/** Returns the answer's `result` for a tool's result. */
export type PresentResult = (result: Json, tool: JobTool) => Promise<Job['result']>;

/** Presents a result. The record of a job can outlive its file: then there is an error instead. */
export async function presentUnlessExpired(
  result: Json | undefined,
  tool: JobTool,
  present: PresentResult,
): Promise<Pick<Job, 'result'> & { error?: ErrorData }> {
  if (result === undefined) return {};
  try {
    const presented = await present(result, tool);
    return presented === undefined ? {} : { result: presented };
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === 'file_expired') return { error: thrown.toData() };
    throw thrown;
  }
}

/** Returns a function that presents a result as the tool does, but without the bytes of the file. */
export const presentedBy =
  (tools: JobTools, context: RequestContext): PresentResult =>
  async (result, tool) => {
    const presented = await tools
      .get(tool)
      ?.present({ ...(result as JsonObject), isLinkOnly: true }, { ...context, prefers: () => false });
    return presented as Job['result'];
  };
