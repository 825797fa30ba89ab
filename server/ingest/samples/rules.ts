import { DAY_MS } from '#server/platform/clock.ts';
import type { Env } from '#server/platform/env.ts';

/** The UTC time of `now` on `day`, which begins at midnight UTC: the record of test keys is always on the same day. */
export function onDay(day: Date, now: Date): Date {
  return new Date(day.getTime() + (now.getTime() % DAY_MS));
}

/** The server's settings as test keys get them: nothing can be spent. */
export function testEnv(env: Env): Env {
  return {
    ...env,
    EARMARK_ENV: 'test',
    EARMARK_EXTRACT: 'rules',
    EARMARK_MODEL_PROVIDER: undefined,
    EARMARK_SPEECH_BASE_URL: undefined,
  };
}

/** The database's address with `schema` as its search path. `usual` are the connection options where the address has none. */
export function inSchema(databaseUrl: string, schema: string, usual: string): string {
  const url = new URL(databaseUrl);
  const own = url.searchParams.get('options') ?? usual;
  url.searchParams.set('options', `${own} -c search_path=${schema}`);
  return url.toString();
}
