/** Writes a PDF as Skia does. @param objects numbered from 1. */
export function skiaPdf(objects: string[], root: number): Buffer {
  let body = '%PDF-1.4\n%\xd3\xeb\xe9\xe1\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  const trailer = `trailer\n<</Size ${objects.length + 1}\n/Root ${root} 0 R\n/Info 1 0 R>>\n`;
  return Buffer.from(`${body}${table}${trailer}startxref\n${body.length}\n%%EOF\n`, 'latin1');
}

/** Writes a stream as Skia does. */
export const skiaStream = (content: string, entries = ''): string =>
  `<<${entries}/Length ${content.length}>> stream\n${content}\nendstream`;
