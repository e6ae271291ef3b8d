/** The tools that run as jobs, and how their results are shown. */
import { type ErrorData, type Job, type JobTool, type Json, ServiceError } from '@toolpress/contract';
import type { AnyToolEndpoint, RequestContext } from '../api/endpoint.js';

type JobToolEndpoint = AnyToolEndpoint & Required<Pick<AnyToolEndpoint, 'asJob'>>;
export type JobTools = ReadonlyMap<JobTool, JobToolEndpoint>;

export const jobTools = (tools: readonly AnyToolEndpoint[]): JobTools =>
  new Map(
    tools
      .filter((tool): tool is JobToolEndpoint => tool.asJob !== undefined)
      .map((endpoint) => [endpoint.tool as JobTool, endpoint]),
  );

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

/** Returns a function that presents the results of jobs. */
export const presentedBy =
  (tools: JobTools, context: RequestContext): PresentResult =>
  async (result, tool) =>
    (await tools.get(tool)?.asJob.present(result, context)) as Job['result'];
