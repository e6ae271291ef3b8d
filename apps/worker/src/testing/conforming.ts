import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Flavour, veraPdf } from '@toolpress/testkit';

/**
 * What veraPDF says against PDFs; of a few, one run takes three seconds of processor time.
 *
 * @returns the faults by the names of the PDFs, without PDFs that have none.
 */
export async function faultsOf(
  pdfs: ReadonlyMap<string, Buffer>,
  flavour: Flavour,
): Promise<Record<string, readonly string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'toolpress-conforming-'));
  try {
    const files = [...pdfs].map(([, pdf], index) => ({ pdf, path: join(folder, `${index}.pdf`) }));
    for (const { pdf, path } of files) await writeFile(path, pdf);
    const verdicts = await veraPdf(
      files.map(({ path }) => path),
      flavour,
    );
    return Object.fromEntries(
      [...pdfs.keys()].flatMap((name, index) => {
        const failures = verdicts[index]?.failures ?? [];
        return failures.length === 0
          ? []
          : [[name, failures.map((one) => `${flavour} ${one.clause}-${one.testNumber}: ${one.example}`)]];
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
