import { startRedis } from '@toolpress/testkit';
import { hasEnoughRights } from './redis-rights.js';

hasEnoughRights('A whole service with the documented rights in Redis', startRedis);
