/** Java programs from Maven Central that judge documents or generate API clients. Maven fetches them once into a folder that `npm ci` empties. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/java/', import.meta.url));

/** Group, name, version, type and classifier, as in Maven. Each contains all its dependencies. */
const JARS = {
  openApiGenerator: 'org.openapitools:openapi-generator-cli:7.17.0:jar',
  veraPdf: 'org.verapdf.apps:greenfield-apps:1.28.2:jar',
  mustang: 'org.mustangproject:validator:2.26.0:jar:shaded',
  phiveEn16931: 'com.helger.phive.rules:phive-rules-en16931:4.3.7:jar',
  phiveXRechnung: 'com.helger.phive.rules:phive-rules-xrechnung:4.2.3:jar',
  phiveZugferd: 'com.helger.phive.rules:phive-rules-zugferd:4.2.3:jar',
  phivePeppol: 'com.helger.phive.rules:phive-rules-peppol:4.3.7:jar',
  examplesEn16931: 'com.helger.phive.rules:phive-rules-en16931:4.3.7:jar:test-sources',
  examplesXRechnung: 'com.helger.phive.rules:phive-rules-xrechnung:4.2.3:jar:test-sources',
  examplesZugferd: 'com.helger.phive.rules:phive-rules-zugferd:4.2.3:jar:test-sources',
  examplesPeppol: 'com.helger.phive.rules:phive-rules-peppol:4.3.7:jar:test-sources',
} as const;

export type Jar = keyof typeof JARS;

/** For programs that run for seconds: the second compiler costs more processor time than it saves. */
const SHORT_RUN = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/**
 * Returns whether the judges can run: Java is installed (a JDK for Mustang), and the jars exist or Maven can fetch them.
 *
 * @returns false with a warning that says why. The caller skips each of its tests.
 * @throws Error instead with `CI=true`, where a skipped test is a failure.
 */
export async function areJudgesHere(...jars: readonly Jar[]): Promise<boolean> {
  try {
    await run('java', ['-version']);
    for (const jar of jars) await jarFile(jar);
    return true;
  } catch (error) {
    const why = `The judges of documents (${jars.join(', ')}) can't be asked: ${(error as Error).message}`;
    if (process.env['CI'] === 'true') throw new Error(why, { cause: error });
    process.emitWarning(why);
    return false;
  }
}

/**
 * Runs a program of a jar.
 *
 * @param args the main class or a source file, and its arguments.
 * @returns its standard output, regardless of its exit code.
 * @throws Error when that is empty.
 */
export async function java(jar: Jar, args: readonly string[]): Promise<string> {
  const { output, errors } = await run('java', [...SHORT_RUN, '-cp', await jarFile(jar), ...args], [0, 1, 2, 7, 8]);
  if (output === '') throw new Error(`java ${args[0]} wrote only errors: ${errors.slice(0, 2_000)}`);
  return output;
}

async function jarFile(jar: Jar): Promise<string> {
  const file = join(CACHE, `${JARS[jar].replaceAll(':', '-')}.jar`);
  if (existsSync(file)) return file;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'fetch-')); // of several test files at a time, each finds it whole
  try {
    const quiet = ['--batch-mode', '--quiet', '--no-transfer-progress'];
    await run('mvn', [...quiet, 'dependency:copy', `-Dartifact=${JARS[jar]}`, `-DoutputDirectory=${folder}`]);
    const [fetched = ''] = await readdir(folder);
    await rename(join(folder, fetched), file);
    return file;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Unpacks a folder of a jar, once. @returns the path of the folder. */
export async function unpacked(jar: Jar, path: string): Promise<string> {
  const file = await jarFile(jar);
  const unpackedFolder = `${file.replace(/\.jar$/, '')}-${path.replaceAll('/', '-')}`;
  if (!existsSync(unpackedFolder)) {
    const folder = await mkdtemp(join(CACHE, 'unpack-'));
    try {
      await run('jar', ['xf', file, path], [0], folder);
      await rename(join(folder, path), unpackedFolder).catch((error) => {
        if (!existsSync(unpackedFolder)) throw error; // another process was first
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  }
  return unpackedFolder;
}

const execute = promisify(execFile);

async function run(command: string, args: readonly string[], codes: readonly number[] = [0], cwd?: string) {
  try {
    const { stdout, stderr } = await execute(command, args, { maxBuffer: 2 ** 29, cwd });
    return { output: stdout, errors: stderr };
  } catch (caught) {
    const { code, stdout = '', stderr = '' } = caught as { code?: unknown; stdout?: string; stderr?: string };
    if (code === 'ENOENT') throw new Error(`${command} is not installed`);
    if (codes.includes(code as number)) return { output: stdout, errors: stderr };
    throw new Error(`${command} ended with ${code}: ${(stdout + stderr).slice(0, 2_000)}`);
  }
}
