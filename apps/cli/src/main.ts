#!/usr/bin/env node
import { run } from './program.js';

process.exitCode = await run('toolpress', process.argv.slice(2));
