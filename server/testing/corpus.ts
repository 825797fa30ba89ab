import type { Direction, ExtractedIdea, SpeakerRole, Stance, Subject } from '#server/domain.ts';
import { sampleName } from '#server/feeds/samples/rules.ts';
import { type Db, raw, sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import type { Services } from '#server/platform/services.ts';

// Fixtures of the corpus, one row each. `seed.ts` makes a small known corpus of them.

export type ShowFixture = {
  id?: string;
  slug?: string;
  name?: string;
  description?: string | null;
  artworkUrl?: string | null;
  hidden?: boolean;
  recommendedRank?: number | null;
  quoteChars?: number;
  mediaEnabled?: boolean;
  embedEnabled?: boolean;
};
export type EpisodeFixture = {
  showId: string;
  id?: string;
  guid?: string;
  title?: string;
  publishedAt?: Date | string;
  durationSeconds?: number | null;
  enclosureUrl?: string | null;
  enclosureType?: string | null;
  link?: string | null;
  youtubeUrl?: string | null;
  guest?: string | null;
  hidden?: boolean;
  state?: 'pending' | 'transcribed' | 'processed' | 'no_transcript' | 'failed';
};
export type IdeaFixture = {
  episodeId: string;
  id?: string;
  headline?: string;
  thesis?: string;
  statement?: string;
  context?: string | null;
  stance?: Stance | null;
  direction?: Direction | null;
  discussionDepth?: number;
  ideaType?: ExtractedIdea['ideaType'] | null;
  subjectKind?: Subject['kind'];
  subjectKey?: string;
  subjectName?: string;
  tickers?: readonly string[];
  entities?: readonly string[];
  themes?: readonly string[];
  speakerName?: string | null;
  speakerTitle?: string | null;
  speakerRole?: SpeakerRole | null;
  timestampSeconds?: number | null;
  endSeconds?: number | null;
  quote?: string | null;
  quoteStartSeconds?: number | null;
  quoteEndSeconds?: number | null;
  riskFlags?: readonly string[];
  validationSignals?: readonly string[];
  participationEtfs?: readonly { symbol: string; name: string }[];
  participationTheme?: string | null;
  createdAt?: Date | string;
  hidden?: boolean;
  supersededAt?: Date | string | null;
};

export type SeededShow = { readonly id: string; readonly slug: string; readonly name: string };
export type SeededEpisode = {
  readonly id: string;
  readonly showId: string;
  readonly title: string;
  readonly publishedAt: Date;
};
export type SeededIdea = {
  readonly id: string;
  readonly showId: string;
  readonly episodeId: string;
  readonly headline: string;
  readonly publishedAt: Date;
};

let made = 0;

/** Inserts a show, with a unique name and slug unless given. */
export async function addShow(services: Services, given: ShowFixture = {}): Promise<SeededShow> {
  made += 1;
  const show = {
    slug: `show-${made}`,
    name: `Show ${made}`,
    description: null,
    artworkUrl: null,
    hidden: false,
    ...given,
  };
  return (await services.db.row(
    pick(tables.show, 'id', 'slug', 'name'),
    sql`
    INSERT INTO show (id, slug, name, description, "artworkUrl", hidden, "recommendedRank", "quoteChars", "mediaEnabled", "embedEnabled")
    VALUES (COALESCE(${given.id ?? null}::uuid, gen_random_uuid()), ${show.slug}, ${show.name}, ${show.description}, ${show.artworkUrl},
      ${show.hidden}, ${show.recommendedRank ?? null}, ${show.quoteChars ?? 280}, ${show.mediaEnabled ?? true}, ${show.embedEnabled ?? false})
    RETURNING id, slug, name`,
  ))!;
}

/** Makes a show one of the fictional samples, called so as a poll of its feed calls it. */
export async function makeSample(services: Services, showId: string): Promise<void> {
  const show = await services.db.row(
    pick(tables.show, 'name'),
    sql`SELECT name FROM show WHERE id = ${showId}::uuid`,
  );
  await services.db.run(sql`UPDATE show SET name = ${sampleName(show!.name)} WHERE id = ${showId}::uuid`);
  await services.db.run(sql`
    INSERT INTO feed (url, "showId", sample) VALUES (${`sample:${showId}`}, ${showId}::uuid, true)`);
}

/** Inserts a processed episode with an MP3 enclosure, aired an hour before now unless given. */
export async function addEpisode(services: Services, given: EpisodeFixture): Promise<SeededEpisode> {
  made += 1;
  const episode = {
    guid: `guid-${made}`,
    title: `Episode ${made}`,
    publishedAt: hoursBefore(services, 1),
    durationSeconds: 3600,
    enclosureUrl: `https://cdn.example.org/${made}.mp3`,
    enclosureType: 'audio/mpeg',
    link: null,
    youtubeUrl: null,
    guest: null,
    hidden: false,
    state: 'processed',
    ...given,
  };
  return (await services.db.row(
    pick(tables.episode, 'id', 'showId', 'title', 'publishedAt'),
    sql`
    INSERT INTO episode (id, "showId", guid, title, "publishedAt", "durationSeconds", "enclosureUrl", "enclosureType", link, "youtubeUrl", guest, hidden, state)
    VALUES (COALESCE(${given.id ?? null}::uuid, gen_random_uuid()), ${episode.showId}::uuid, ${episode.guid}, ${episode.title}, ${new Date(episode.publishedAt)},
      ${episode.durationSeconds}, ${episode.enclosureUrl}, ${episode.enclosureType}, ${episode.link}, ${episode.youtubeUrl}, ${episode.guest}, ${episode.hidden}, ${episode.state})
    RETURNING id, "showId", title, "publishedAt"`,
  ))!;
}

/** Inserts an idea of an episode with its ticker and theme rows; about NVDA, bullish, depth 3, timed and quoted unless given. */
export function addIdea(services: Services, given: IdeaFixture): Promise<SeededIdea> {
  made += 1;
  const tickers = given.tickers ?? ['NVDA'];
  const idea = {
    headline: `Idea ${made}`,
    thesis: `The show argues case ${made}.`,
    statement: `The show argues case ${made}, in one sentence.`,
    context: `The argument of case ${made} as it was made in the episode.`,
    stance: 'BULLISH',
    direction: 'bullish',
    discussionDepth: 3,
    ideaType: 'investment',
    subjectKind: tickers[0] ? 'ticker' : 'company',
    subjectKey: tickers[0] ?? 'acme',
    subjectName: tickers[0] ?? 'Acme',
    entities: [],
    themes: [],
    speakerName: null,
    speakerTitle: null,
    speakerRole: null,
    timestampSeconds: 605,
    endSeconds: 700,
    quote: 'The backlog is longer than the factory can build. That is a fact, not a feeling.',
    quoteStartSeconds: 605,
    quoteEndSeconds: 618,
    riskFlags: ['Supply may slip'],
    validationSignals: ['Lead times'],
    participationEtfs: [],
    participationTheme: null,
    hidden: false,
    supersededAt: null,
    ...given,
    createdAt: given.createdAt ?? services.clock(),
    tickers,
  };
  return services.db.transaction(async (tx) => {
    const row = (await tx.row(
      pick(tables.idea, 'id', 'showId', 'episodeId', 'headline', 'publishedAt', 'discussionDepth'),
      sql`
      INSERT INTO idea (id, "showId", "episodeId", "publishedAt", headline, thesis, statement, context, stance, direction, "discussionDepth", "ideaType",
        "subjectKind", "subjectKey", "subjectName", tickers, "mentionedTickers", entities, themes, "speakerName", "speakerTitle", "speakerRole",
        "timestampSeconds", "endSeconds", quote, "quoteStartSeconds", "quoteEndSeconds", "riskFlags", "validationSignals",
        "participationEtfs", "participationTheme", "engineVersion", "createdAt", hidden, "supersededAt")
      SELECT COALESCE(${given.id ?? null}::uuid, gen_random_uuid()), e."showId", e.id, e."publishedAt", ${idea.headline}, ${idea.thesis}, ${idea.statement},
        ${idea.context}, ${idea.stance}, ${idea.direction}, ${idea.discussionDepth}::int, ${idea.ideaType}, ${idea.subjectKind}, ${idea.subjectKey}, ${idea.subjectName},
        ${[...tickers]}::text[], ${[...tickers]}::text[], ${[...idea.entities]}::text[], ${[...idea.themes]}::text[], ${idea.speakerName}, ${idea.speakerTitle}, ${idea.speakerRole},
        ${idea.timestampSeconds}::int, ${idea.endSeconds}::int, ${idea.quote}, ${idea.quoteStartSeconds}::int, ${idea.quoteEndSeconds}::int,
        ${[...idea.riskFlags]}::text[], ${[...idea.validationSignals]}::text[], ${JSON.stringify(idea.participationEtfs)}::jsonb, ${idea.participationTheme},
        'test', ${new Date(idea.createdAt)}::timestamptz, ${idea.hidden}::boolean, ${idea.supersededAt === null ? null : new Date(idea.supersededAt)}::timestamptz
      FROM episode e WHERE e.id = ${idea.episodeId}::uuid
      RETURNING id, "showId", "episodeId", headline, "publishedAt", "discussionDepth"`,
    ))!;
    await indexIdea(tx, row, tickers, idea.themes);
    const { discussionDepth: _depth, ...seeded } = row;
    return seeded;
  });
}

async function indexIdea(
  tx: Db,
  idea: SeededIdea & { discussionDepth: number },
  tickers: readonly string[],
  themes: readonly string[],
): Promise<void> {
  for (const symbol of tickers) {
    await tx.run(sql`
      INSERT INTO idea_ticker ("ideaId", symbol, "showId", "publishedAt", "discussionDepth") VALUES (${idea.id}::uuid, ${symbol}, ${idea.showId}::uuid, ${idea.publishedAt}, ${idea.discussionDepth})`);
  }
  for (const slug of themes) {
    await tx.run(
      sql`INSERT INTO theme (slug, name, tickers) VALUES (${slug}, ${slug}, '{}') ON CONFLICT DO NOTHING`,
    );
    await tx.run(sql`
      INSERT INTO idea_theme ("ideaId", slug, "publishedAt", "discussionDepth") VALUES (${idea.id}::uuid, ${slug}, ${idea.publishedAt}, ${idea.discussionDepth})`);
  }
}

/** Puts a symbol into the ticker universe, or renames it there. */
export async function addTicker(
  services: Services,
  symbol: string,
  name: string,
  kind = 'stock',
): Promise<void> {
  await services.db.run(sql`
    INSERT INTO ticker (symbol, name, kind, aliases, source) VALUES (${symbol}, ${name}, ${kind}, '{}', 'test')
    ON CONFLICT (symbol) DO UPDATE SET name = excluded.name, kind = excluded.kind`);
}

/** Sets `hidden` on rows of a table by id. */
export async function setHidden(
  services: Services,
  table: 'idea' | 'show' | 'episode',
  ids: readonly string[],
  hidden: boolean,
): Promise<void> {
  await services.db.run(sql`UPDATE ${raw(table)} SET hidden = ${hidden} WHERE id = ANY(${[...ids]}::uuid[])`);
}

/** The moment `hours` before the services' clock. */
export function hoursBefore(services: Services, hours: number): Date {
  return new Date(services.clock().getTime() - hours * 3_600_000);
}
