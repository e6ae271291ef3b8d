import { eventually } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { ACCOUNT, HOUR, startDeliveries } from './testing/deliveries.js';

describe('Deliveries to webhooks', () => {
  const { context, now, startWorker, receiver, answering, saved, event, ends, verify } = startDeliveries();

  it('are attempted ten times in three days, with one id and the time of each attempt', async () => {
    const target = await answering(500);
    const secret = await saved(target);
    await context.deliveries.send(ACCOUNT, event());
    const pauses: number[] = [];
    for (let attempt = 1; attempt < 10; attempt++) {
      const pending = await ends('pending', attempt);
      const next = Date.parse(pending?.next_attempt_at ?? '');
      pauses.push(next - now());
      context.ahead += Math.max(0, next - now());
    }
    const failed = await ends('failed', 10);
    expect(failed?.next_attempt_at).to.equal(null);
    expect(pauses.map((pause, index) => pause > (pauses[index - 1] ?? 0))).to.deep.equal(Array(9).fill(true));
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).to.be.within(60 * HOUR, 72 * HOUR);
    const seen = target.requests.map(({ headers }) => headers['webhook-id']);
    expect(new Set(seen)).to.have.lengthOf(1);
    const times = target.requests.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).to.be.above(60 * 3_600);
    const [first] = target.requests;
    if (first) verify(secret, first);
    context.ahead += 100 * HOUR;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(target.requests).to.have.lengthOf(10);
  });

  it('of 520 accounts to one silent receiver do not delay others, even at the same address', async () => {
    let open = 0;
    let most = 0;
    const silent = await receiver((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      response.on('close', () => (open -= 1));
    });
    const quick = [await receiver((_request, response) => response.end(), '127.0.0.3'), await answering(200)];
    for (let index = 0; index < 520; index++) {
      await saved(silent, 'hook', `acc_${index}`);
      await context.deliveries.send(`acc_${index}`, event());
    }
    await eventually(() => expect(open).to.equal(8));
    for (const [index, target] of quick.entries()) {
      await saved(target, 'hook', `acc_quick${index}`);
      for (let count = 0; count < 20; count++) await context.deliveries.send(`acc_quick${index}`, event());
    }
    await eventually(() => expect(quick.map(({ requests }) => requests.length)).to.deep.equal([20, 20]), 60_000);
    expect(most, 'connections to the silent one: eight, and two when it is known').to.be.within(8, 10);
  });

  it('are continued by another process with the same id', async () => {
    let isFirst = true;
    const target = await receiver((_request, response) => {
      if (!isFirst) response.end();
      isFirst = false;
    });
    await saved(target);
    await context.deliveries.send(ACCOUNT, event());
    await eventually(() => expect(target.requests).to.have.lengthOf(1));
    // A stopping process releases it immediately.
    await Promise.all(context.workers.splice(0).map((worker) => worker.close()));
    startWorker();
    await ends('delivered', 1);
    // The lease of a killed process must expire first.
    await Promise.all(context.workers.splice(0).map((worker) => worker.close()));
    await context.deliveries.send(ACCOUNT, event());
    expect(await context.deliveries.claim(['quick', 'new', 'slow'])).to.include({ accountId: ACCOUNT });
    startWorker();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(target.requests).to.have.lengthOf(2);
    context.ahead += 31_000;
    await eventually(() => expect(target.requests).to.have.lengthOf(3));
  });
});
