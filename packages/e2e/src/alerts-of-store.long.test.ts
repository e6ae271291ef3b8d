import { raiseTheirAlerts } from './alerting/faults-and-alerts.js';
import { STORE_FAULTS } from './alerting/store-faults.js';

// Calls wait for the store until their deadline.
raiseTheirAlerts('the file store', STORE_FAULTS, { RENDER_DEADLINE_MS: '2500' });
