import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openShows, readAll } from '#e2e/kills/ingestion.ts';
import { killAfter, momentIn } from '#e2e/kills/world.ts';
import { sql } from '#server/platform/db.ts';
import { computed, tables } from '#server/platform/rows.ts';
import { shareServices } from '#server/platform/services.ts';
import { follower, smtpSink } from '#server/testing/alerts.ts';

const ACCOUNTS = 60;
/** How long each receiver takes, so that a kill interrupts something. */
const TAKES_MS = 40;

export type AlertsTold = {
  readonly events: number;
  readonly mails: number;
  readonly twice: number;
  readonly unmailed: number;
  readonly posts: number;
  readonly postedTwice: number;
  readonly undelivered: number;
};

/** Kills `earmark alerts run` while it tells accounts that follow every show, by mail and webhook, what was published. */
export async function killAlerts(times: number, random: () => number): Promise<AlertsTold> {
  const sink = await smtpSink();
  const receiver = await openReceiver();
  const world = await openShows({
    EARMARK_SMTP_URL: sink.url,
    EARMARK_WEBHOOK_ALLOW_HOSTS: receiver.host,
  });
  try {
    const { db } = world.services;
    shareServices(world.services);
    await readAll(world);
    const shows = await db.rows({ id: tables.show.id }, sql`SELECT id FROM show`);
    for (let account = 0; account < ACCOUNTS; account++) {
      const { alerts } = await (
        await follower(world.services, { plan: 'premium', shows: shows.map(({ id }) => id) })
      ).caller();
      await alerts.setWanted({ mail: 'at_once', newIdeas: true, stanceChange: false });
      await alerts.addWebhook({ url: `http://${receiver.host}/${account}` });
    }
    // Published after the accounts asked for alerts: what is older is no news to them.
    await db.run(sql`UPDATE idea SET "createdAt" = now()`);
    const began = performance.now();
    await world.run(['alerts', 'status']);
    const boot = performance.now() - began;
    for (let kill = 0; kill < times; kill++) {
      await killAfter(
        world.start(['alerts', 'run', '--early']),
        momentIn({ soonest: boot * 0.8, latest: boot * 1.5 }, random),
      );
    }
    // Without this, what a killed process was sending waits until its lease of five minutes ends.
    await db.run(sql`UPDATE alert_delivery SET "nextAttemptAt" = now() WHERE "deliveredAt" IS NULL`);
    await db.run(sql`UPDATE alert_webhook SET "leasedUntil" = NULL`);
    for (let round = 0; round < 2; round++) await world.run(['alerts', 'run', '--early']);
    const left = (await db.row(
      { events: computed.int, unmailed: computed.int, undelivered: computed.int },
      sql`
      SELECT count(*)::int AS events, count(*) FILTER (WHERE "mailedAt" IS NULL)::int AS unmailed,
        (SELECT count(*)::int FROM alert_delivery WHERE "deliveredAt" IS NULL) AS undelivered FROM alert_event`,
    ))!;
    const ids = sink.taken.map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1] ?? mail);
    return {
      ...left,
      ...{ mails: new Set(ids).size, twice: ids.length - new Set(ids).size },
      ...{ posts: new Set(receiver.ids).size, postedTwice: receiver.ids.length - new Set(receiver.ids).size },
    };
  } finally {
    await world.close();
    sink.close();
    receiver.server.close();
  }
}

/** A slow receiver of webhooks that notes the id of each. */
async function openReceiver(): Promise<{ server: Server; host: string; ids: string[] }> {
  const ids: string[] = [];
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      ids.push(`${req.url} ${req.headers['webhook-id']}`);
      setTimeout(() => res.end(), TAKES_MS);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}`, ids };
}
