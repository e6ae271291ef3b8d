/** Renders one job after another. The process may end the thread at any time. */
import { RenderJob, ServiceError, validate } from '@toolpress/contract';
import { receiveBackground } from '@toolpress/pdf';
import { Moved } from '@toolpress/runtime/peer';
import { type ServedTask, serveTasks, threadSettings } from '@toolpress/runtime/serve-tasks';
import { loadRendering } from './parts.js';
import type { KnownPart } from './render/part.js';
import { RenderSession } from './render/render-session.js';
import { FinalError } from './render/task/faults.js';
import type { RenderServices } from './render/task/feature.js';
import { RemotePrinting } from './render/task/remote-printing.js';
import {
  type MadeFile,
  type RenderOutcome,
  type RenderTask,
  type RenderThreadSettings,
  STAGES,
} from './render/task/render-task.js';
import { Wanted } from './render/task/wanted.js';
import { receiveImages } from './resources/image-bytes.js';

let families: Promise<ReadonlySet<string>> | undefined;

const { maxPdfBytes, parts } = threadSettings<RenderThreadSettings>();
const known = await loadRendering(parts);

serveTasks(async ({ task, host, serve }: ServedTask<RenderTask>) => {
  const printing = new RemotePrinting(host);
  serve(printing.calls);
  const { images } = task.fetched;
  families ??= host.call<ReadonlySet<string>>('families');
  const services: RenderServices = {
    ...{ maxPdfBytes, print: (work, file) => printing.print(work, file, task.fonts), families: await families },
    fetched: images.size > 0 ? { ...task.fetched, images: receiveImages(images) } : task.fetched,
    freshSheets: (urls) => host.call('freshSheets', urls),
    revisionsOf: (family) => host.call('revisionsOf', family),
    readFont: async (font) => bufferOf(await host.call<Uint8Array>('font', task.fonts.indexOf(font))),
    readBackground: async (given, levels = []) => receiveBackground(await host.call('background', given, levels)),
    openPasswords: (sealed) => host.call('passwords', sealed),
    begin: (stage) => host.begin(STAGES.indexOf(stage)),
  };
  return outcomeOf(task, services, known, (made, bytes) => host.notify('made', made, new Moved(bytes, bytes)));
});

async function outcomeOf(
  task: RenderTask,
  services: RenderServices,
  parts: readonly KnownPart[],
  handOver: (made: MadeFile, bytes: Buffer) => void,
): Promise<RenderOutcome> {
  let job: RenderJob;
  try {
    job = validate(RenderJob, JSON.parse(task.content), 'render job');
  } catch (error) {
    return { notUnderstood: error instanceof Error ? error.message : String(error) };
  }
  try {
    const session = new RenderSession(services, job, task, parts);
    if (job.checkOnly === true) return { findings: await session.check() };
    const { made, bytes, warnings } = await session.run();
    const strict = job.onBlocked === 'error' ? warnings() : undefined;
    // The file is stored meanwhile, and is not lost if the search for warnings takes too long.
    handOver(made, bytes);
    return { warnings: strict ?? warnings() };
  } catch (error) {
    if (error instanceof FinalError) return { error: error.data };
    if (error instanceof Wanted) return { wanted: error.resources };
    if (error instanceof ServiceError && (error.status < 500 || error.code === 'deadline_exceeded'))
      return { error: error.toData() };
    throw error;
  }
}

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);
