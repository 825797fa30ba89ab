import { describe, expect, it } from 'vitest';
import type { ClaimedIdea } from '#server/ingest/extract/llm/answer.ts';
import { readEpisode } from '#server/ingest/extract/llm/episode-reading.ts';
import {
  couldBe,
  nameKey,
  namesToResolve,
  subjectFault,
  subjectOf,
} from '#server/ingest/extract/llm/proof/subject.ts';
import { createLinker } from '#server/linking/linker.ts';
import { subjectNamed } from '#server/linking/named.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { ARGUED } from '#server/testing/reading/argued-talk.ts';

describe('words as said', () => {
  it.each([
    ['Anduril', 'hand roll'],
    ['Airwallex', 'our wallets'],
    ['TSMC', 'Taiwan Simmy'],
    ['AppLovin', 'app love'],
  ])('may stand for %s: "%s"', (name, said) => {
    expect(couldBe(name, said)).toBe(true);
  });

  it.each([
    ['Airwallex', 'Adyen'],
    ['Nvidia', 'Intel'],
    ['Uber', 'Airbnb'],
    ['Oracle', 'AppLovin'],
  ])('do not stand for %s: "%s"', (name, said) => {
    expect(couldBe(name, said)).toBe(false);
  });
});

/** Seconds; nothing before it is said of the subject. */
const AFTER = 1_000;

describe('a subject that only its product names', () => {
  const universe = loadUniverse();
  const own = [
    'Many people will stay with cloud code,',
    'since they are used to it, as to any robotaxi.',
  ].map((text, i) => ({
    start: AFTER + 4 * i,
    end: AFTER + 4 * i + 4,
    speaker: 'Mara Lindqvist',
    text,
  }));
  const cues = [...ARGUED.cues, ...own];
  const window = readEpisode({ ...ARGUED, cues }, createLinker(universe)).windows.at(-1)!;

  function faultOf(subject: string, subjectSaid: string) {
    const named: Pick<ClaimedIdea, 'subject' | 'subjectSaid' | 'subjectKind' | 'alsoAbout' | 'against'> = {
      subject,
      subjectSaid,
      subjectKind: 'company',
      alsoAbout: [],
      against: null,
    };
    const idea = named as ClaimedIdea;
    const names = new Map(
      namesToResolve(idea).map((given) => [nameKey(given), subjectNamed(universe, given)!] as const),
    );
    const source = { input: ARGUED, window, names };
    const meant = subjectOf(source, { name: subject, kind: 'company' })!;
    return subjectFault(source, idea, meant, {
      firstLine: window.lines.length,
      lastLine: window.lines.length,
    });
  }

  it('is its maker', () => {
    expect(faultOf('Anthropic', 'cloud code')).toBeNull();
  });

  it('is not the maker of what any word may mean', () => {
    expect(faultOf('Tesla', 'robotaxi')).toBe('subject: "robotaxi" does not name Tesla.');
  });

  it('is no other company', () => {
    expect(faultOf('Cursor', 'cloud code')).toBe('subject: "cloud code" does not name Cursor.');
  });
});
