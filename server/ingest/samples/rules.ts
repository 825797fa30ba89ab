import { DAY_MS } from '#server/platform/clock.ts';
import type { Env } from '#server/platform/env.ts';

/** The time of day of `now` on `day`: in the record of test keys it is always the same day. */
export function onDay(day: Date, now: Date): Date {
  return new Date(day.getTime() + (now.getTime() % DAY_MS));
}

/** The settings under which test keys are served: as the server's own, except that nothing can be spent. */
export function testEnv(env: Env): Env {
  return {
    ...env,
    EARMARK_ENV: 'test',
    EARMARK_EXTRACT: 'rules',
    EARMARK_MODEL_PROVIDER: undefined,
    EARMARK_SPEECH_BASE_URL: undefined,
  };
}

/** The same database, in which names without a schema are those of `schema`; `usual` is what is asked of it where its address asks nothing. */
export function inSchema(databaseUrl: string, schema: string, usual: string): string {
  const url = new URL(databaseUrl);
  const own = url.searchParams.get('options') ?? usual;
  url.searchParams.set('options', `${own} -c search_path=${schema}`);
  return url.toString();
}
