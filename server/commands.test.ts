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

describe('the help of a command', () => {
  const helpOf = async (word: string, name: string) => {
    const program = new Command();
    await register(program, word);
    const group = program.commands.find((one) => one.name() === word)!;
    const command = group.commands.find((one) => one.name() === name)!;
    return command.helpInformation().replace(/\s+/g, ' ');
  };

  it.each([
    ['correction', 'accept', 'the page of the idea (required)'],
    ['correction', 'decline', 'the reporter only (required)'],
    ['account', 'erase', 'the account (required)'],
    ['account', 'erase', 'brings the account back (required)'],
    ['account', 'plan', '(choices: "free", "premium", "trial") (required)'],
    ['key', 'revoke', 'the account (required)'],
    ['show', 'unclaim', 'whose claim ends (required)'],
  ])('says what must be given: %s %s', async (word, name, told) =>
    expect(await helpOf(word, name)).toContain(told),
  );

  it('says so of nothing else', async () => {
    expect(await helpOf('correction', 'accept')).toMatch(
      /^(?:(?!\(required\)).)*\(required\)(?!.*\(required\))/,
    );
    expect(await helpOf('account', 'create')).toContain('(choices: "free", "premium", default: "free") --');
  });
});
