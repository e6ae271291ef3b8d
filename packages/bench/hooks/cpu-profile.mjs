/**
 * Loaded into gateway and worker by `NODE_OPTIONS`: the first SIGUSR2 begins a profile of the processor's time, the second ends
 * it and writes `<pid>.cpuprofile` into the folder that TOOLPRESS_PROFILE_FOLDER names.
 */
import { rename, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';

const SAMPLE_EVERY_US = 200;

const session = new Session();
let isRunning = false;

process.on('SIGUSR2', () => void (isRunning ? end() : begin()));

async function begin() {
  isRunning = true;
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  await session.post('Profiler.start');
}

async function end() {
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  isRunning = false;
  const path = join(process.env['TOOLPRESS_PROFILE_FOLDER'] ?? '.', `${process.pid}.cpuprofile`);
  await writeFile(`${path}.partial`, JSON.stringify(profile));
  await rename(`${path}.partial`, path); // who waits for the file finds all of it
}
