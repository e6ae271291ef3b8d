/** Reads PDFs with pdf.js, as Firefox and the studio do. It reads `ToUnicode`, and no `ActualText`. */

/** Returns the lines of a PDF's text, in the order in which they are drawn. */
export async function pdfJsLines(pdf: Uint8Array): Promise<string[]> {
  // Loaded when it is needed: all tests import this package.
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const lines: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    let y = Number.NaN;
    for (const item of items) {
      if (!('str' in item) || item.str === '') continue;
      const [, , , , , top] = item.transform as number[];
      if (Math.abs((top ?? 0) - y) < SAME_LINE) lines.push(`${lines.pop() ?? ''}${item.str}`);
      else lines.push(item.str);
      y = top ?? 0;
    }
  }
  await task.destroy();
  return lines;
}

/** Returns the properties of a PDF, and the embedded files by their names. */
export async function pdfJsAbout(
  pdf: Uint8Array,
): Promise<{ info: Record<string, unknown>; attachments: [name: string, content: Buffer][] }> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const { info } = await document.getMetadata();
  const files: Record<string, { rawFilename: string; content: Uint8Array }> = (await document.getAttachments()) ?? {};
  await task.destroy();
  const attachments = Object.values(files).map(({ rawFilename, content }): [string, Buffer] => [
    rawFilename,
    Buffer.from(content),
  ]);
  return { info: info as Record<string, unknown>, attachments };
}

/** How far raised letters are above their line, in points. */
const SAME_LINE = 4;
