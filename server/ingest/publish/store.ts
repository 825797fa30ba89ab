import type { Cue, ExtractedIdea, Extraction } from '#server/domain.ts';
import { reviewedIdeas, unreplacedReviewed } from '#server/features/corrections/made/store.ts';
import { writeFoundBy } from '#server/features/ideas/found/store.ts';
import { turnIdeas } from '#server/features/visibility/turn.ts';
import type { Withdrawn } from '#server/features/visibility/withdrawn/rules.ts';
import { holdWithdrawn } from '#server/features/visibility/withdrawn/store.ts';
import type { TranscriptLink } from '#server/feeds/types.ts';
import { forgetAnswers } from '#server/ingest/engine/store.ts';
import { holdBegun, markProcessed } from '#server/ingest/episodes/store.ts';
import {
  namelessOf,
  theirLabels,
  withoutIdeas,
  withoutWords,
} from '#server/ingest/moderation/people/rules.ts';
import { passagesOf } from '#server/ingest/publish/passages.ts';
import { reviewAlike } from '#server/ingest/publish/repeats/reviewed.ts';
import { holdTwins, markRepeats } from '#server/ingest/publish/repeats/store.ts';
import {
  losesItsName,
  type Replacement,
  replaceIdeas,
  type StoredIdea,
} from '#server/ingest/publish/rules.ts';
import { nameUnder } from '#server/ingest/transcript/speakers.ts';
import { removeLabels } from '#server/ingest/transcript/store.ts';
import { replaceHeldBack } from '#server/linking/learned/store.ts';
import { type Db, join, sql } from '#server/platform/db.ts';
import { planEachTime } from '#server/platform/postgres/prepared.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

export type Analysis = {
  readonly episodeId: string;
  /** The links of the feed when the analysis began. */
  readonly transcripts: readonly TranscriptLink[];
  readonly showId: string;
  readonly cues: readonly Cue[];
  readonly extraction: Extraction;
  readonly engineVersion: string;
};

export type Published = {
  readonly added: number;
  readonly kept: number;
  readonly superseded: number;
  /** Ids of new or re-found ideas that were hidden at once: each repeats an idea that an operator hid. */
  readonly heldBack: readonly string[];
};

const storedIdea = {
  ...pick(
    tables.idea,
    'id',
    'subjectKey',
    'headline',
    'thesis',
    'stance',
    'discussionDepth',
    'timestampSeconds',
    'quote',
    'speakerName',
    'tickers',
    'themes',
    'engineVersion',
  ),
  subjectKind: tables.idea.subjectKind.as<StoredIdea['subjectKind']>(),
  superseded: computed.bool,
};
type Stored = RowOf<typeof storedIdea>;

/**
 * Makes an analysis the episode's current one, in one transaction: ideas, symbols, themes, mentions, passages, theses, alerts and the
 * episode's state. Leaves out what withdrawn people said. Hides or corrects ideas that repeat what an operator hid or corrected at
 * another episode. Superseded ideas stay readable by id. Publishing the same analysis twice changes nothing. Throws
 * `TranscriptsReplaced`.
 */
export function publishAnalysis(db: Db, given: Analysis, now: Date): Promise<Published> {
  return db.transaction(async (tx) => {
    const withdrawn = await holdWithdrawn(tx);
    // A poll may have corrected the air date since the analysis began.
    const { publishedAt, shortNames } = await holdBegun(tx, {
      id: given.episodeId,
      transcripts: given.transcripts,
    });
    await takeLabels(tx, given, withdrawn, shortNames);
    const analysis = withoutWithdrawn(given, withdrawn, shortNames);
    const { episodeId } = analysis;
    const twins = await holdTwins(tx, episodeId);
    const stored = await storedIdeas(tx, episodeId);
    const reviewed = await reviewedIdeas(tx, episodeId);
    const ofTwins = await unreplacedReviewed(tx, twins);
    const replacement = replaceIdeas(stored, analysis.extraction.ideas, reviewed);
    await supersede(tx, replacement.superseded, now);
    // Removing a person's words may remove the proof of other speakers' names.
    await renewIdeas(tx, replacement.kept, shortNames.length > 0 ? stored : [], analysis);
    const added = await insertIdeas(tx, analysis, publishedAt, replacement.added, now);
    await replaceMarks(tx, analysis);
    const fresh = [...added, ...foundAgain(replacement, stored)];
    const heldBack = await reviewAlike(tx, { episodeId, twins, fresh }, ofTwins, now);
    const repeats = await markRepeats(tx, episodeId, twins);
    const known = [...replacement.superseded, ...replacement.kept].map(({ id }) => id);
    await turnIdeas(tx, [...known, ...added, ...repeats], now);
    await markProcessed(tx, episodeId, analysis.engineVersion, analysis.extraction.adRanges, now);
    return { ...countsOf(replacement), heldBack };
  });
}

/** Removes from the transcript what stands under labels of withdrawn people. The cast may be the first to tell who speaks under one. */
async function takeLabels(
  tx: Db,
  { episodeId, cues, extraction: { names } }: Analysis,
  withdrawn: Withdrawn,
  shortNames: readonly string[],
): Promise<void> {
  const labels = [...theirLabels(cues, withdrawn, { names, shortNames })];
  if (labels.length === 0) return;
  const people = namelessOf(labels, (label) => nameUnder(label, names));
  await removeLabels(tx, [{ id: episodeId, labels, people }]);
}

function withoutWithdrawn(analysis: Analysis, withdrawn: Withdrawn, shortNames: readonly string[]): Analysis {
  const { cues, extraction } = analysis;
  return {
    ...analysis,
    cues: withoutWords(cues, withdrawn, { names: extraction.names, shortNames }),
    extraction: withoutIdeas(extraction, cues, withdrawn, shortNames),
  };
}

/** The ideas of an episode: current ones, then those that a later analysis replaced, the last replaced first. */
function storedIdeas(tx: Db, episodeId: string): Promise<Stored[]> {
  return tx.rows(
    storedIdea,
    sql`
    SELECT id, "subjectKind", "subjectKey", headline, thesis, stance, "discussionDepth", "timestampSeconds", quote, "speakerName", tickers, themes, "engineVersion",
      "supersededAt" IS NOT NULL AS superseded
    FROM idea WHERE "episodeId" = ${episodeId}::uuid ORDER BY "supersededAt" DESC, id`,
  );
}

/** Ids of the kept ideas that were superseded until now. */
function foundAgain({ kept }: Replacement, stored: readonly Stored[]): string[] {
  const superseded = new Set(stored.filter((one) => one.superseded).map(({ id }) => id));
  return kept.map(({ id }) => id).filter((id) => superseded.has(id));
}

function countsOf({ added, kept, superseded }: Replacement): Omit<Published, 'heldBack'> {
  return { added: added.length, kept: kept.length, superseded: superseded.length };
}

async function supersede(tx: Db, ideas: readonly StoredIdea[], now: Date): Promise<void> {
  if (ideas.length === 0) return;
  await tx.run(
    sql`UPDATE idea SET "supersededAt" = ${now} WHERE id = ANY(${ideas.map((idea) => idea.id)}::uuid[])`,
  );
}

/** Updates ideas found again. Keeps an idea of `named` whose only change is that its speaker lost the name (`losesItsName`). */
async function renewIdeas(
  tx: Db,
  kept: Replacement['kept'],
  named: readonly Stored[],
  { cues, engineVersion }: Analysis,
): Promise<void> {
  for (const { id, idea } of kept) {
    const before = named.find((one) => one.id === id && one.engineVersion === engineVersion);
    if (!before || !losesItsName(before, idea, cues)) await renewIdea(tx, id, idea, engineVersion);
  }
}

/** Updates the columns of a kept idea that do not make it another idea; a superseded one becomes current again. */
async function renewIdea(tx: Db, id: string, idea: ExtractedIdea, engineVersion: string): Promise<void> {
  await tx.run(sql`
    UPDATE idea SET "supersededAt" = NULL, headline = ${idea.headline}, thesis = ${idea.thesis}, stance = ${idea.stance}, statement = ${idea.statement}, context = ${idea.context}, direction = ${idea.direction}, "ideaType" = ${idea.ideaType},
      "subjectName" = ${idea.subject.name}, "mentionedTickers" = ${[...idea.mentionedTickers]}, entities = ${[...idea.entities]},
      "speakerName" = ${idea.speaker?.name ?? null}, "speakerTitle" = ${idea.speaker?.title ?? null}, "speakerRole" = ${idea.speaker?.role ?? null}, "endSeconds" = ${idea.endSeconds},
      quote = ${idea.quote.text}, "timestampSeconds" = ${idea.quote.startSeconds}, "quoteStartSeconds" = ${idea.quote.startSeconds}, "quoteEndSeconds" = ${idea.quote.endSeconds}, "riskFlags" = ${[...idea.riskFlags]}, "validationSignals" = ${[...idea.validationSignals]},
      "participationEtfs" = ${JSON.stringify(idea.participationEtfs)}::jsonb, "participationTheme" = ${idea.participationTheme},
      confidence = ${idea.confidence}, "engineVersion" = ${engineVersion}
    WHERE id = ${id}::uuid`);
}

/** Returns the ids of the ideas. One statement for all: the triggers that count them take as long for one as for ten. */
async function insertIdeas(
  tx: Db,
  { episodeId, showId, engineVersion }: Analysis,
  publishedAt: Date,
  ideas: readonly ExtractedIdea[],
  now: Date,
): Promise<string[]> {
  if (ideas.length === 0) return [];
  const rows = ideas.map(
    (idea) => sql`
    (${showId}::uuid, ${episodeId}::uuid, ${publishedAt}, ${idea.headline}, ${idea.thesis}, ${idea.statement}, ${idea.context},
      ${idea.stance}, ${idea.direction}, ${idea.depth}, ${idea.ideaType}, ${idea.subject.kind}, ${idea.subject.key}, ${idea.subject.name},
      ${[...new Set(idea.tickers)]}, ${[...idea.mentionedTickers]}, ${[...idea.entities]}, ${[...idea.themes]}, ${idea.speaker?.name ?? null},
      ${idea.speaker?.title ?? null}, ${idea.speaker?.role ?? null}, ${idea.quote.startSeconds}, ${idea.endSeconds}, ${idea.quote.text},
      ${idea.quote.startSeconds}, ${idea.quote.endSeconds}, ${[...idea.riskFlags]}, ${[...idea.validationSignals]},
      ${JSON.stringify(idea.participationEtfs)}::jsonb, ${idea.participationTheme}, ${idea.confidence}, ${engineVersion}, ${now})`,
  );
  const added = await tx.rows(
    pick(tables.idea, 'id'),
    planEachTime(sql`
    INSERT INTO idea ("showId", "episodeId", "publishedAt", headline, thesis, statement, context, stance, direction, "discussionDepth",
      "ideaType", "subjectKind", "subjectKey", "subjectName", tickers, "mentionedTickers", entities, themes, "speakerName", "speakerTitle",
      "speakerRole", "timestampSeconds", "endSeconds", quote, "quoteStartSeconds", "quoteEndSeconds", "riskFlags", "validationSignals",
      "participationEtfs", "participationTheme", confidence, "engineVersion", "createdAt")
    VALUES ${join(rows)} RETURNING id`),
  );
  const ids = added.map(({ id }) => id);
  await writeFoundBy(tx, ids);
  return ids;
}

/** Replaces what else the episode's former analysis left: mentions, held-back names, passages and the model's kept answers. */
async function replaceMarks(tx: Db, analysis: Analysis): Promise<void> {
  await replaceMentions(tx, analysis);
  await replaceHeldBack(tx, analysis.episodeId, analysis.extraction.heldBack);
  await replacePassages(tx, analysis);
  await forgetAnswers(tx, analysis.episodeId);
}

async function replaceMentions(tx: Db, { episodeId, extraction }: Analysis): Promise<void> {
  await tx.run(sql`DELETE FROM ticker_mention WHERE "episodeId" = ${episodeId}::uuid`);
  if (extraction.mentions.length === 0) return;
  const { mentions } = extraction;
  await tx.run(sql`
    INSERT INTO ticker_mention ("episodeId", symbol, seconds, name)
    SELECT ${episodeId}::uuid, * FROM unnest(${mentions.map((m) => m.symbol)}::text[], ${mentions.map((m) => Math.floor(m.seconds))}::int[], ${mentions.map((m) => m.name)}::text[])
    ON CONFLICT DO NOTHING`);
}

async function replacePassages(tx: Db, { episodeId, cues, extraction }: Analysis): Promise<void> {
  await tx.run(sql`DELETE FROM passage WHERE "episodeId" = ${episodeId}::uuid`);
  const passages = passagesOf(cues, extraction.names);
  if (passages.length === 0) return;
  const columns = [
    passages.map(({ startSeconds }) => startSeconds),
    passages.map(({ endSeconds }) => endSeconds),
    passages.map(({ speaker }) => speaker),
    passages.map(({ text }) => text),
    passages.map(({ voiceStarts }) => voiceStarts && JSON.stringify(voiceStarts)),
  ] as const;
  // One text for any number of passages, so that a connection prepares it once.
  await tx.run(sql`
    INSERT INTO passage ("episodeId", "startSeconds", "endSeconds", speaker, text, "voiceStarts")
    SELECT ${episodeId}::uuid, * FROM unnest(${columns[0]}::int[], ${columns[1]}::int[], ${columns[2]}::text[], ${columns[3]}::text[], ${columns[4]}::jsonb[])`);
}
