import { raiseTheirAlerts } from './alerting/faults-and-alerts.js';
import { REDIS_FAULTS } from './alerting/redis-faults.js';

raiseTheirAlerts('Redis', REDIS_FAULTS);
