/** The endpoints of uploads. */
import {
  CSV,
  JSON_LINES,
  MAX_BATCH_ROWS,
  MAX_UPLOAD_BYTES,
  MAX_UPLOAD_LINE,
  shape,
  Upload,
  UploadId,
} from '@toolpress/contract';
import { type Endpoint, forCaller } from '../../api/endpoint.js';
import type { Uploads } from './uploads.js';

const MIB = 1024 * 1024;

const IdInPath = shape({ id: UploadId });

export function uploadEndpoints(uploads: Uploads): Endpoint[] {
  return [
    forCaller({
      method: 'put',
      path: '/api/uploads',
      id: 'uploadRows',
      audit: 'work',
      summary: 'Uploads rows for a batch, as JSON lines or CSV',
      stream: {
        mediaTypes: [...JSON_LINES, ...CSV],
        anyCharset: CSV,
        accepted: `JSON lines with the header \`Content-Type: ${JSON_LINES[0]}\` or without one, or CSV with \`Content-Type: ${CSV[0]}\``,
        limit: MAX_UPLOAD_BYTES,
        description: `JSON lines in UTF-8: one object per line. Or, as \`${CSV[0]}\`, CSV whose first line has the paths of the values. At most ${MAX_BATCH_ROWS} rows in ${MAX_UPLOAD_BYTES / MIB} MiB, a line at most ${MAX_UPLOAD_LINE / MIB} MiB. An invalid line fails alone, when its row is rendered`,
        example: '{"name": "Ada"}\n{"name": "Grace"}\n',
      },
      answer: Upload,
      status: 201,
      errors: ['storage_quota_exceeded', 'overloaded'],
      handle: ({ caller, receive, bodyType }, context) => uploads.receive(caller.accountId, receive, context, bodyType),
    }),
    forCaller({
      method: 'delete',
      path: '/api/uploads/{id}',
      id: 'deleteUpload',
      audit: 'work',
      summary: 'Deletes an unused upload',
      params: IdInPath,
      answer: Upload,
      errors: ['upload_unknown'],
      handle: ({ params, caller }) => uploads.remove(caller.accountId, params.id),
    }),
  ];
}
