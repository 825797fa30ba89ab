import { Pool } from 'undici';
import { newestOf, startServer } from './calls/measure.ts';
import { median, rounded } from './statistics.ts';

/**
 * How long public pages take to their first byte, and the same data over REST, under 16 connections: medians in milliseconds, and
 * their ratio. Pages come from a running service, REST from a process without rate limits on the same database.
 * Run: DATABASE_URL=... KEY=... node bench/first-byte.ts [address] [seconds]     (http://localhost:3000, 3)
 */
const [base = 'http://localhost:3000', seconds = '3'] = process.argv.slice(2);
const { DATABASE_URL: url = '', KEY: key = '' } = process.env;
const CONNECTIONS = 16;
const auth = { authorization: `Bearer ${key}` };

const served = await startServer({ url }, 'served');
const rest = `http://127.0.0.1:${served.port}`;
try {
  const { ideas, ticker } = await newestOf(rest, auth);
  const same: readonly (readonly [page: string, routes: readonly string[]])[] = [
    ['/', ['/v1/agent/ideas?limit=10']],
    [
      `/tickers/${ticker}`,
      [
        `/v1/agent/ideas?ticker=${ticker}`,
        `/v1/agent/ticker-stance-timeline?ticker=${ticker}`,
        `/v1/agent/thesis-history?ticker=${ticker}`,
      ],
    ],
    [`/ideas/${ideas[0]!.id}`, [`/v1/agent/ideas/${ideas[0]!.id}`]],
    ['/shows', ['/v1/agent/shows']],
  ];
  for (const [page, routes] of same) {
    // The first answer of a fresh server compiles and connects: it does not count.
    await fetch(base + page);
    const ours = await firstByte(base, page, {});
    let theirs = 0;
    for (const route of routes) theirs += await firstByte(rest, route, auth);
    console.log(
      `${page}: ${rounded(ours)} ms, ${rounded(theirs)} ms over REST, ratio ${rounded(ours / theirs)}`,
    );
  }
} finally {
  served.end();
}

/** Median milliseconds until the head of an answer arrives. */
async function firstByte(from: string, path: string, headers: Record<string, string>): Promise<number> {
  const pool = new Pool(from, { connections: CONNECTIONS });
  const times: number[] = [];
  const end = performance.now() + Number(seconds) * 1000;
  const caller = async () => {
    for (let at = performance.now(); at < end; at = performance.now()) {
      const answer = await pool.request({ path, method: 'GET', headers });
      times.push(performance.now() - at);
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, caller));
  await pool.close();
  return median(times);
}
