import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { freeText } from '#server/api/inputs.ts';
import { pageProcedure } from '#server/api/trpc.ts';
import { cardsById } from '#server/features/ideas/cards.ts';
import { ideasOfPerson, showsOfPerson } from '#server/features/pages/people/store.ts';
import { subjectInSentence } from '#server/linking/themes/name.ts';

const MOST_IDEAS = 100;

/**
 * What stands under a name: the shows it argued on, and its ideas by subject, the subject spoken of last first and each
 * newest first, so that a change shows. 404 for a name that no listed idea bears.
 */
export const personPage = pageProcedure
  .input(z.object({ name: freeText(200, 1) }))
  .query(async ({ ctx, input }) => {
    const [shows, rows] = await Promise.all([
      showsOfPerson(ctx.db, input.name),
      ideasOfPerson(ctx.db, input.name, MOST_IDEAS),
    ]);
    if (rows.length === 0) throw new Refusal('not_found');
    const ids = rows.map(({ id }) => id);
    const cards = await cardsById(ctx, ids);
    const subjects = [...Map.groupBy(rows, (row) => `${row.subjectKind}:${row.subjectKey}`).values()];
    return {
      name: input.name,
      shows,
      subjects: subjects.map((said) => ({
        key: `${said[0]!.subjectKind}:${said[0]!.subjectKey}`,
        name: subjectInSentence(said[0]!),
        ideas: said.flatMap(({ id }) => cards.get(id) ?? []),
      })),
    };
  });
