import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseScript } from './script.ts';

/** One idea as its author meant it; `ideas.psv` of each show lists them in the order of docs/labelling.md's fields. */
type Intended = {
  readonly show: string;
  readonly daysAgo: number;
  readonly subject: string;
  readonly stance: string;
  readonly depth: number;
  readonly spoken: boolean;
};

const STORY = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readIdeas(name));

function readIdeas(show: string): Intended[] {
  const folder = new URL(`./${show}/`, import.meta.url);
  const names = readdirSync(folder);
  const rows = readFileSync(new URL('ideas.psv', folder), 'utf8').trim().split('\n');
  return rows.map((row) => {
    const [number, subject, stance, depth, alias, words] = row.split('|');
    const file = names.find((name) => name.startsWith(`${number}-`) && name.endsWith('.txt'));
    const script = parseScript(readFileSync(new URL(file!, folder), 'utf8'));
    const spoken = script.turns.some(({ voice, text }) => voice.alias === alias && text.includes(words!));
    return {
      show,
      daysAgo: script.daysAgo,
      subject: subject!,
      stance: stance!,
      depth: Number(depth),
      spoken,
    };
  });
}

/** Oldest first, so that neighbours are one statement and the next. */
function statementsOf(subject: string): Intended[] {
  return STORY.filter((idea) => idea.subject === subject).sort((a, b) => b.daysAgo - a.daysAgo);
}

const SUBJECTS = [...new Set(STORY.map(({ subject }) => subject))];

function opposed(a: Intended, b: Intended): boolean {
  return [a.stance, b.stance].sort().join() === 'BEARISH,BULLISH';
}

/** Subjects that have two statements in a row for which `holds`. */
function subjectsWhere(holds: (before: Intended, after: Intended) => boolean): string[] {
  return SUBJECTS.filter((subject) => {
    const statements = statementsOf(subject);
    return statements.some((after, index) => index > 0 && holds(statements[index - 1]!, after));
  });
}

describe('what the sample shows argue', () => {
  it('was said in those words by that speaker', () => {
    expect(STORY.filter(({ spoken }) => !spoken)).toEqual([]);
  });

  it('comes as three to eight ideas an episode', () => {
    const counts = Map.groupBy(STORY, ({ show, daysAgo }) => `${show} ${daysAgo}`);
    for (const [episode, ideas] of counts) {
      expect(ideas.length, episode).toBeGreaterThanOrEqual(3);
      expect(ideas.length, episode).toBeLessThanOrEqual(8);
    }
    expect(counts.size).toBeGreaterThanOrEqual(24);
  });

  it('takes every stance and every depth from a bare assertion to a full thesis', () => {
    expect(new Set(STORY.map(({ stance }) => stance))).toEqual(
      new Set(['BULLISH', 'BEARISH', 'BALANCED', 'MIXED']),
    );
    expect(new Set(STORY.map(({ depth }) => depth))).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  it('reverses on the same show for at least six subjects', () => {
    const reversed = SUBJECTS.filter((subject) => {
      const byShow = Map.groupBy(statementsOf(subject), ({ show }) => show);
      return [...byShow.values()].some((said) =>
        said.some((after) => said.some((before) => before.daysAgo > after.daysAgo && opposed(before, after))),
      );
    });
    expect(reversed.length).toBeGreaterThanOrEqual(6);
  });

  it('falls silent for more than 60 days and is taken up again', () => {
    expect(subjectsWhere((before, after) => before.daysAgo - after.daysAgo > 60)).toEqual(
      expect.arrayContaining(['ASML', 'BRK.B', 'uranium']),
    );
  });

  it('is disputed between shows, and challenged while still fresh', () => {
    const disputed = subjectsWhere((before, after) => before.show !== after.show && opposed(before, after));
    expect(disputed).toEqual(expect.arrayContaining(['INTC', 'MSFT', 'TSLA']));
    expect(
      subjectsWhere((before, after) => before.daysAgo - after.daysAgo < 60 && opposed(before, after)).length,
    ).toBeGreaterThanOrEqual(4);
  });

  it('is strengthened by a deeper argument on the same side', () => {
    const deepened = subjectsWhere(
      (before, after) => before.stance === after.stance && after.depth > before.depth,
    );
    expect(deepened).toEqual(expect.arrayContaining(['GOOGL', 'LLY', 'PLTR']));
  });
});
