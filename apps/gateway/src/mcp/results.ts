/** Results and errors of endpoints as an agent gets them. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { CallToolResult } from '@modelcontextprotocol/server';
import {
  exactJson,
  hasInexactNumber,
  type Job,
  jsonText,
  type PdfResult,
  RawJson,
  type ServiceError,
} from '@toolpress/contract';
import type { Arguments } from './calls.js';
import { withNextStep } from './next-steps.js';

/** The filled tags are not in the answer. */
export const nameOf = ({ filename }: Arguments): string =>
  typeof filename === 'string' && !filename.includes('[[') ? filename : 'document.pdf';

/** The length in characters of a result from which other requests are handled between the steps of its answer. */
const LONG_RESULT = 64 * 1024;

/** Returns the result as text and as data. A PDF is a link, and embedded if it is small. */
export async function resultOf(data: unknown, actions?: number, name = ''): Promise<CallToolResult> {
  const { pdf_base64, ...all } = data instanceof RawJson ? {} : (data as Partial<PdfResult> & Arguments);
  const text = jsonText(data instanceof RawJson ? data : all);
  const pause = (): Promise<void> | undefined => (text.length > LONG_RESULT ? yieldToOthers() : undefined);
  await pause();
  // Numbers that would lose digits are texts in the structured content.
  const plain = JSON.parse(hasInexactNumber(text) ? exactJson(text) : text) as Arguments;
  await pause();
  const file: Partial<PdfResult> | undefined =
    typeof plain['download_url'] === 'string' ? plain : (plain as Partial<Job>).result;
  const uri = file?.download_url;
  return {
    content: [
      { type: 'text', text },
      ...(file === undefined || uri === undefined
        ? []
        : [{ type: 'resource_link' as const, uri, name, mimeType: mediaTypeOf(uri), size: file.size_bytes }]),
      ...(pdf_base64 === undefined || uri === undefined
        ? []
        : [{ type: 'resource' as const, resource: { uri, mimeType: PDF, blob: pdf_base64 } }]),
    ],
    structuredContent: plain,
    ...(actions !== undefined && { _meta: { actions_consumed: actions } }),
  };
}

const PDF = 'application/pdf';
const mediaTypeOf = (url: string): string => (url.endsWith('.xml') ? 'application/xml' : PDF);

/** Returns an error of the table as the result of a call, so that the agent reads it. */
export const failureOf = (error: ServiceError, requestId: string): CallToolResult => ({
  content: [{ type: 'text', text: withNextStep(error) }],
  isError: true,
  _meta: {
    error: {
      ...{ code: error.code, status: error.status, request_id: requestId },
      ...(error.headers['Retry-After'] !== undefined && { retry_after: Number(error.headers['Retry-After']) }),
    },
  },
});
