import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { groups, register } from '#server/commands.ts';

const namesOf = (program: Command) => program.commands.map((command) => command.name());
const registered = async (word: string | undefined) => {
  const program = new Command();
  await register(program, word);
  return namesOf(program);
};

describe('the commands of the first word', () => {
  it.each(groups)('$words are what their file registers', async ({ words, load }) => {
    const program = new Command();
    (await load())(program);
    expect(namesOf(program)).toEqual(words);
    for (const word of words) expect(await registered(word)).toEqual(words);
  });

  it.each([undefined, 'help', '--help', 'stat'])('%s gets all', async (word) => {
    expect(await registered(word)).toEqual(groups.flatMap(({ words }) => words));
  });
});
