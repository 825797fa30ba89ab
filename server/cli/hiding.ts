import { type Command, InvalidArgumentError } from 'commander';
import { CommandError, MOST_LISTED, withServices } from '#server/cli/run.ts';
import { type FirstOf, firstOf } from '#server/edges/operator/told.ts';
import { counted } from '#server/features/ideas/rules.ts';
import type { OfTalk } from '#server/features/visibility/repeats/store.ts';
import {
  admitPerson,
  placesNaming,
  type Taken,
  withdrawPerson,
} from '#server/ingest/moderation/people/store.ts';
import type { Db } from '#server/platform/db.ts';
import { printable } from '#server/platform/pattern.ts';

/** Returns the ideas of the same talk that are now listed instead; null when there is nothing of that name. */
type SetHidden = (db: Db, named: string, hidden: boolean, now: Date) => Promise<OfTalk[] | null>;

/** Adds the commands `hide` and `show` for ideas, episodes or shows. What is hidden answers as unknown everywhere. */
export function hidingCommands(
  parent: Command,
  noun: 'idea' | 'episode' | 'show',
  named: { readonly argument: string; readonly description: string },
  setHidden: SetHidden,
): void {
  for (const [name, hidden] of [
    ['hide', true],
    ['show', false],
  ] as const) {
    parent
      .command(name)
      .argument(`<${named.argument}>`, named.description)
      .description(hidden ? `Answer for the ${noun} as if it did not exist` : `Serve the ${noun} again`)
      .action(async (given: string, _options, command) =>
        withServices(command, async (services) => {
          const forward = await setHidden(services.db, given, hidden, services.clock());
          if (!forward) throw new CommandError(`There is no ${noun} ${given}.`);
          const state = hidden ? 'hidden' : 'shown';
          const done = `${noun[0]!.toUpperCase()}${noun.slice(1)} ${given} is ${state}.`;
          const inItsPlace = forward.map(placeOf);
          return {
            data: { [named.argument]: given, hidden, ...(hidden && { forward: inItsPlace }) },
            text: withPlaces(
              done,
              'Other episodes published the same talk, and are listed for it now.',
              inItsPlace,
            ),
          };
        }),
      );
  }
}

type Place = { readonly kind: string; readonly id: string; readonly title: string; readonly show?: string };

/** An idea of another episode, as an entry of the list that `withPlaces` prints. */
export function placeOf({ id, headline, show }: OfTalk): Place {
  return { kind: 'idea', id, title: headline, show };
}

/** What was done, and the command that hides each of the places that are left. */
export function withPlaces(done: string, why: string, places: readonly Place[]): string {
  if (places.length === 0) return done;
  const commands = linesOf(
    places,
    ({ kind, id, title, show }) =>
      `  earmark ${kind} hide ${id}    ${printable(show ? `${title} (${show})` : title)}`,
  );
  return [done, `${why} Hide what is to go, too:`, ...commands].join('\n');
}

/** What was done, and the command that lists each idea that was held back (`Published`). */
export function withHeldBack(done: string, heldBack: readonly string[]): string {
  if (heldBack.length === 0) return done;
  const commands = linesOf(heldBack, (id) => `  earmark idea show ${id}`);
  const they = heldBack.length === 1 ? ['repeats', 'is'] : ['repeat', 'are'];
  const why = `${counted(heldBack.length, 'idea')} ${they[0]} what was hidden at another episode, and ${they[1]} hidden, too.`;
  return [done, `${why} To list what is right after all:`, ...commands].join('\n');
}

/** A line for each of the first entries, and one that counts the others. */
function linesOf<Entry>(entries: readonly Entry[], lineOf: (entry: Entry) => string): string[] {
  const lines = entries.slice(0, MOST_LISTED).map(lineOf);
  const more = entries.length - lines.length;
  return more > 0 ? [...lines, `  and ${more} more: all with --json`] : lines;
}

function readAgain(ideas: number): string {
  return ideas === 1
    ? '1 idea of others there is read again, and replaced if the words left do not bear it out.'
    : `${ideas} ideas of others there are read again, and those replaced that the words left do not bear out.`;
}

/** What a withdrawal did, and what is left for the operator to decide. */
export function withdrawal(
  name: string,
  { ideas, episodes, answers, beside, others }: Taken,
  named: FirstOf<Place>,
): string {
  const taken = `${counted(ideas, 'idea')} and ${counted(answers, 'kept answer')} were taken out`;
  const done = `${taken}, and what ${name} says in ${counted(episodes, 'episode')}; nothing more is published under the name.`;
  const withOthers = withPlaces(
    beside > 0 ? `${done}\n${readAgain(beside)}` : done,
    'Other episodes published the same talks, under another name or none.',
    others.map(placeOf),
  );
  const withNamed = withPlaces(
    withOthers,
    'Others name them, or a publisher does in titles and notes.',
    named.listed,
  );
  return named.hasMore ? `${withNamed}\n  and more: run it again for the rest` : withNamed;
}

/** `earmark person withdraw|admit`. */
export function personCommands(program: Command): void {
  const person = program.command('person').description('People who were heard: take their words out');
  person
    .command('withdraw')
    .argument('<name>', 'the name as the record gives it', someName)
    .option('--in-advance', 'also a name that the record does not hold yet', false)
    .description('Take all ideas under a name out, and the name; nothing is published under it from then on')
    .action(async (name: string, options: { inAdvance: boolean }, command) =>
      withServices(command, async ({ db, clock }) => {
        const taken = await withdrawPerson(db, name, clock(), options);
        if (!taken)
          throw new CommandError(
            `The record holds nobody called ${name}; nothing was done. With --in-advance nothing is published under the name.`,
          );
        const named = firstOf(await placesNaming(db, name, MOST_LISTED + 1), MOST_LISTED);
        return {
          data: { name, ...taken, named: named.listed, hasMoreNamed: named.hasMore },
          text: withdrawal(name, taken, named),
        };
      }),
    );
  person
    .command('admit')
    .argument('<name>', 'the name as it was withdrawn', someName)
    .description('Publish what is read under a name again; what was taken out stays out')
    .action(async (name: string, _options, command) =>
      withServices(command, async ({ db }) => {
        if (!(await admitPerson(db, name))) throw new CommandError(`${name} was not withdrawn.`);
        return { data: { name }, text: `What is read under ${name} is published again.` };
      }),
    );
}

function someName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It takes the name of somebody.');
  return text;
}
