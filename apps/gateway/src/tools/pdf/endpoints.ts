/** Specification 4.2 and 4.3: two endpoints, one meaning. */
import { PdfRequest, PdfResult, TOOLS } from '@toolpress/contract';
import { type Endpoint, forTool } from '../../http/endpoint.js';
import { answerOf, type PdfToolOptions, renderPdf } from './render-pdf.js';

export function pdfEndpoints(options: PdfToolOptions): Endpoint[] {
  return (['html-to-pdf', 'json-to-pdf'] as const).map((tool) =>
    forTool({
      method: 'post',
      path: TOOLS[tool].path,
      summary: TOOLS[tool].purpose,
      tool,
      body: PdfRequest,
      answer: PdfResult,
      errors: [
        'body_too_large',
        'variable_unknown',
        'template_invalid',
        'content_forbidden',
        'document_too_complex',
        'tag_without_value',
        'image_unavailable',
        'page_limit',
        'storage_quota_exceeded',
        'pdf_too_large',
        'queue_full',
        'overloaded',
        'unavailable',
        'deadline_exceeded',
      ],
      handle: ({ body, caller }, context) => renderPdf(options, body, caller, context),
      fileOf: ({ fileId: id, sizeBytes }) => ({ id, sizeBytes }),
      present: (file, context) => answerOf(options, file, context),
    }),
  );
}
