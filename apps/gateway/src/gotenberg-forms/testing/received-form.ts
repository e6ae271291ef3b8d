/** Encodes forms as clients send them. */
import type { ReceivedForm } from '../read-form.js';

export async function receivedForm(
  files: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string>> = {},
): Promise<ReceivedForm> {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append('files', new Blob([content]), name);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const sent = new Response(form);
  return { bytes: Buffer.from(await sent.arrayBuffer()), contentType: sent.headers.get('content-type') ?? '' };
}
