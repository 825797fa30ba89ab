import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { isId } from '#server/api/inputs.ts';
import { type CallContext, procedure } from '#server/api/trpc.ts';
import { cardsOf } from '#server/features/ideas/cards.ts';
import { speakerOnCard, told } from '#server/features/ideas/telling.ts';
import { opposingIdea } from '#server/features/pages/ideas/store.ts';
import type { Proposition, ThesisLine, ThesisPage } from '#server/features/pages/schema.ts';
import { positionsOf } from '#server/features/pages/subjects/store.ts';
import {
  leadingStatements,
  subjectOfThesis,
  type ThesisRow,
  thesesOfSubject,
} from '#server/features/pages/theses/store.ts';
import type { StanceWord } from '#server/features/theses/schema.ts';
import type { ThesisSubject } from '#server/features/theses/statement.ts';
import { subjectInSentence } from '#server/linking/themes/name.ts';

const MOST_THESES = 200;

const id = z.string().refine(isId);

/** A thesis among the others on its subject. 404 for an unknown one and for one whose statements are all hidden. */
export const thesisPage = procedure({ access: { kind: 'public' } })
  .input(z.object({ id }))
  .query(async ({ ctx, input }): Promise<ThesisPage> => {
    const found = await subjectOfThesis(ctx.db, input.id);
    if (!found) throw new Refusal('not_found');
    const { sample, ...subject } = found;
    const [rows, positions] = await Promise.all([
      thesesOfSubject(ctx.db, subject),
      positionsOf(ctx.db, input.id),
    ]);
    const theses = await withPropositions(ctx, rows);
    const side = theses.find((one) => one.id === input.id)?.proposition?.stance ?? null;
    return {
      subject: {
        ...subject,
        name: subjectInSentence({ subjectKind: subject.kind, subjectName: subject.name }),
      },
      theses,
      positions,
      opposing: await opposingCard(ctx, found, side),
    };
  });

async function opposingCard(
  ctx: Context,
  { kind, key, sample }: ThesisSubject & { readonly sample: boolean },
  side: StanceWord | null,
) {
  const id = await opposingIdea(ctx.db, { subjectKind: kind, subjectKey: key, sample }, side);
  return id === null ? null : ((await cardsOf(ctx, [id]))[0] ?? null);
}

/** What each of these theses says, by its id. */
export const propositionsPage = procedure({ access: { kind: 'public' } })
  .input(z.object({ ids: z.array(id).max(MOST_THESES) }))
  .query(async ({ ctx, input }) => Object.fromEntries(await propositions(ctx, input.ids)));

type Context = Pick<CallContext, 'db' | 'services'>;

/** Theses as pages list them, each with what it says. */
export async function withPropositions(ctx: Context, theses: readonly ThesisRow[]): Promise<ThesisLine[]> {
  const said = await propositions(
    ctx,
    theses.map((thesis) => thesis.id),
  );
  return theses.map((thesis) => ({ ...thesis, proposition: said.get(thesis.id) ?? null }));
}

async function propositions(ctx: Context, ids: readonly string[]): Promise<Map<string, Proposition>> {
  const leads = await leadingStatements(ctx.db, ids);
  const cards = await cardsOf(
    ctx,
    leads.map(({ ideaId }) => ideaId),
  );
  const byId = new Map(cards.map((card) => [card.id, card]));
  return new Map(
    leads.flatMap(({ thesisId, ideaId, stance, speakerName, statements }) => {
      const card = byId.get(ideaId);
      if (card === undefined) return [];
      const said = {
        ...{ text: told(card).headline, stance, ideaId },
        ...{ speaker: speakerOnCard(card, speakerName), show: card.show.name },
        airedAt: card.episode.publishedAt,
        statements,
      };
      return [[thesisId, said] as const];
    }),
  );
}
