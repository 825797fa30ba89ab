import { hideReadings, readingsOf } from '#server/features/corrections/readings/store.ts';
import { amendableOf, findRecord, type IdeaRecord } from '#server/features/corrections/record/store.ts';
import { correctAs } from '#server/features/corrections/repeated/store.ts';
import {
  againstMoment,
  amend,
  type Change,
  changedOf,
  concernsTalk,
  fieldsOf,
  type Outcome,
  subjectKeyOf,
  wordsGiven,
} from '#server/features/corrections/rules.ts';
import type { Amendable, CorrectionKind } from '#server/features/corrections/schema.ts';
import { keepVersion, writeAmended } from '#server/features/corrections/writing/store.ts';
import {
  cameForward,
  forgetRepeats,
  holdRepeats,
  type OfTalk,
  othersOfTalk,
} from '#server/features/visibility/repeats/store.ts';
import { holdIdeas, ideaTables, visibleIdea } from '#server/features/visibility/store.ts';
import { turnIdeas } from '#server/features/visibility/turn.ts';
import { type Withdrawn, whoIn } from '#server/features/visibility/withdrawn/rules.ts';
import { holdWithdrawn, withdrawnNamed } from '#server/features/visibility/withdrawn/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

export type NewCorrection = {
  readonly ideaId: string;
  readonly kind: CorrectionKind;
  readonly text: string;
  readonly contact: string | null;
  /** The account in whose session it is reported. */
  readonly accountId?: string | undefined;
  readonly ip: string;
};

/** Stores a report for the operator's review; false when there is no such idea to report. */
export async function insertCorrection(db: Db, given: NewCorrection, now: Date): Promise<boolean> {
  return (
    (await db.run(sql`
    INSERT INTO correction ("ideaId", kind, text, contact, "accountId", ip, "createdAt")
    SELECT i.id, ${given.kind}, ${given.text}, ${given.contact}, ${given.accountId ?? null}::uuid, ${given.ip}, ${now}::timestamptz
    FROM ${ideaTables} WHERE i.id = ${given.ideaId}::uuid AND ${visibleIdea}`)) > 0
  );
}

const report = {
  ...pick(tables.correction, 'id', 'ideaId', 'text', 'contact', 'createdAt', 'reviewedAt', 'note'),
  kind: tables.correction.kind.as<CorrectionKind>(),
  outcome: tables.correction.outcome.as<Outcome>(),
  ...pick(tables.idea, 'episodeId', 'headline', 'hidden'),
  /** A later reading has replaced the idea. */
  superseded: computed.bool,
};
export type Report = RowOf<typeof report>;

const reportColumns = sql`
  c.id, c."ideaId", i."episodeId", i.headline, c.kind, c.text, c.contact, c."createdAt", c."reviewedAt", c.outcome, c.note,
  i."supersededAt" IS NOT NULL AS superseded, i.hidden`;

/** At most `limit` reports: those that wait, oldest first, or all, newest first. */
export function listReports(db: Db, which: 'waiting' | 'all', limit: number): Promise<Report[]> {
  const asked =
    which === 'waiting'
      ? sql`WHERE c."reviewedAt" IS NULL ORDER BY c."createdAt", c.id`
      : sql`ORDER BY c."createdAt" DESC, c.id DESC`;
  return db.rows(
    report,
    sql`
    SELECT ${reportColumns} FROM correction c JOIN idea i ON i.id = c."ideaId" ${asked} LIMIT ${limit}`,
  );
}

/** A report by its id or the first characters of it; null when none or more than one fits. */
export async function findReport(db: Db, idOrPrefix: string): Promise<Report | null> {
  const rows = await db.rows(
    report,
    sql`
    SELECT ${reportColumns} FROM correction c JOIN idea i ON i.id = c."ideaId"
    WHERE starts_with(c.id::text, ${idOrPrefix.toLowerCase()}) LIMIT 2`,
  );
  return rows.length === 1 ? rows[0]! : null;
}

/** What an operator decides of a report. */
export type Decision = {
  readonly outcome: Outcome;
  readonly note: string;
  /** For an accepted one. `ideaId` names the current reading when the reported one was replaced. */
  readonly amendment: { readonly ideaId: string; readonly change: Change } | null;
};

/** A report that was closed, and what that changed. */
export type Closed = {
  readonly kind: 'done';
  readonly idea: IdeaRecord | null;
  readonly changed: readonly string[];
  /** Ideas of other episodes that published the same talk: what came forward for a hidden idea, else what may be wrong, too. */
  readonly others: readonly OfTalk[];
};

/** Why a report was not closed: it was before, or the change cannot be made. */
export type NotClosed =
  | { readonly kind: 'reviewed' }
  /** One sentence for the operator; nothing was written. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Closes a report, once. Accepting it changes the idea, stores its former fields and updates repeats, alerts and the theses
 * of the former and the new subject, all in one transaction.
 */
export function reviewReport(
  db: Db,
  { reportId, outcome, note, now, amendment }: Decision & { readonly reportId: string; readonly now: Date },
): Promise<Closed | NotClosed> {
  return db.transaction(async (tx) => {
    const open = await tx.row(
      sql`SELECT 1 FROM correction WHERE id = ${reportId}::uuid AND "reviewedAt" IS NULL FOR UPDATE`,
    );
    if (!open) return { kind: 'reviewed' };
    const done = amendment ? await amendIdea(tx, amendment, note, now) : null;
    if (done && !done.ok) return { kind: 'refused', reason: done.reason };
    await tx.run(sql`
      UPDATE correction SET "reviewedAt" = ${now}, outcome = ${outcome}, note = ${note} WHERE id = ${reportId}::uuid`);
    if (!done) return { kind: 'done', idea: null, changed: [], others: [] };
    return { kind: 'done', idea: done.idea, changed: changedOf(done.before), others: done.others };
  });
}

type Amending =
  | {
      readonly ok: true;
      readonly idea: IdeaRecord;
      readonly before: Partial<Amendable>;
      readonly others: readonly OfTalk[];
    }
  | { readonly ok: false; readonly reason: string };

async function amendIdea(
  tx: Db,
  { ideaId, change }: { readonly ideaId: string; readonly change: Change },
  note: string,
  now: Date,
): Promise<Amending> {
  const withdrawn = await holdWithdrawn(tx);
  // Lock the episode first, as publishing an analysis does.
  await tx.row(sql`
    SELECT 1 FROM episode WHERE id = (SELECT "episodeId" FROM idea WHERE id = ${ideaId}::uuid) FOR UPDATE`);
  await holdRepeats(tx);
  await holdIdeas(tx, sql`SELECT ${ideaId}::uuid`);
  const idea = await findRecord(tx, ideaId);
  if (!idea) return { ok: false, reason: `There is no idea ${ideaId}.` };
  if (idea.superseded) {
    return {
      ok: false,
      reason: 'A later reading replaced this idea: name the current one with --idea, or decline.',
    };
  }
  const lines = change.timestampSeconds === undefined ? [] : await transcriptLines(tx, idea.episodeId);
  const reason = againstMoment(idea, change, lines) ?? (await againstNames(tx, change, note, withdrawn));
  if (reason !== null) return { ok: false, reason };
  const amended = amend(amendableOf(idea), change);
  if (!amended.ok) return amended;
  const { after, before } = amended;
  const others = await othersOfTalk(tx, [ideaId]);
  // While the idea itself still stands for them as it was.
  const alike = { model: after, fields: fieldsOf(before), note };
  for (const { id } of await readingsOf(tx, [ideaId])) await correctAs(tx, id, alike, now);
  await keepVersion(tx, ideaId, before, note, now);
  await writeAmended(tx, ideaId, after);
  if (after.hidden) await hideReadings(tx, [ideaId]);
  const freed = await forgetRepeats(tx, ideaId);
  const formerly = { subject: subjectKeyOf(idea), tickers: idea.tickers };
  const chosen = await turnIdeas(tx, [ideaId, ...freed], now, new Map([[ideaId, formerly]]));
  const told = after.hidden ? cameForward(chosen) : concernsTalk(before) ? others : [];
  return { ok: true, idea: { ...idea, ...after }, before, others: told };
}

/** Why a change may not be published, as one sentence: it names somebody who is withdrawn. Null when it does not. */
async function againstNames(
  tx: Db,
  change: Change,
  note: string,
  withdrawn: Withdrawn,
): Promise<string | null> {
  const [speaker] = whoIn(change.speaker?.name ?? '', withdrawn);
  // The note of a hidden idea is shown to nobody.
  const texts = change.hide ? wordsGiven(change) : `${wordsGiven(change)}\n${note}`;
  const named = speaker ?? (await withdrawnNamed(tx, texts, withdrawn));
  if (named === null) return null;
  return `${named} was withdrawn, and nothing is published under the name: leave it out, or allow it again with \`earmark person admit "${named}"\`.`;
}

function transcriptLines(tx: Db, episodeId: string) {
  return tx.rows(
    { start: computed.float, end: computed.float },
    sql`
    SELECT (cue ->> 0)::float8 AS start, (cue ->> 1)::float8 AS "end"
    FROM transcript, jsonb_array_elements(cues) AS cue WHERE "episodeId" = ${episodeId}::uuid`,
  );
}
