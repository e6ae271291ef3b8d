/** Loaded by `node --import` before a program, to have it lose a MiB of memory per second. */
import { isMainThread } from 'node:worker_threads';
import './live-heap.js';

const LOST: string[][] = [];

if (isMainThread) {
  // Strings of their own: equal ones, and those of zeros, would share memory.
  setInterval(() => LOST.push(Array.from({ length: 16_384 }, () => String(Math.random()))), 1_000).unref();
}
