import type { EpisodeInput, ExtractedIdea } from '#server/domain.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { callNames, type PersonName, personName, sameName } from '#server/language/people/names.ts';
import { type Address, addressOf } from './evidence/address.ts';
import { announcementsOf, isInShowName, namesAnother, usualVoices } from './evidence/announced.ts';
import { joinsOf } from './evidence/chunks.ts';
import { introductionsOf } from './evidence/introductions.ts';
import { type Manner, mannersOf } from './evidence/manner.ts';
import { type Turn, turnsOf, type Voice, voicesOf } from './evidence/voices.ts';
import { rolesOf } from './roles.ts';
import { doubtfulSentences } from './turns.ts';
import { ASKS_GUEST, type Evidence, TALKS_AS_EVER, type Verdict, verdictsOf } from './verdict.ts';

type Speaker = NonNullable<ExtractedIdea['speaker']>;

/** Nobody can tell who: the label may be the host's over a guest's words. */
export const UNKNOWN: Speaker = { name: null, title: null, role: 'unclear' };

/** A speaker; `name` and `title` are null unless the name is borne out. The reasons are for that, or else against. */
export type CastMember = Speaker &
  Verdict & {
    /** As labelled, borne out or not; null where the label names nobody. */
    readonly asLabelled: Speaker | null;
  };

/** Who the speakers of an episode are. */
export type Cast = {
  /** By the label of their cues. */
  readonly members: ReadonlyMap<string, CastMember>;
  /** The transcript was joined from pieces, each of which labels the speakers by itself. */
  readonly joined: boolean;
  /** False for a sentence with a doubtful label, even of a name borne out. */
  isTurnBorneOut(sentenceIndex: number): boolean;
};

const NAMES_NOBODY: Verdict = { is: 'contradicted', reasons: ['the label names nobody'] };
/** A usual voice that is called so often, and answers under no label, speaks under another's. */
const MISSED = 2;
/** A label of this share of the words is there; less is a slip. */
const PRESENT = 0.01;

/** Names and roles of all speakers, each name only where the episode bears it out (docs/decisions.md). */
export function castOf(input: EpisodeInput, sentences: readonly Sentence[]): Cast {
  const turns = turnsOf(sentences);
  const voices = voicesOf(sentences);
  const joins = joinsOf(input.cues);
  const calls = callsOf(input, voices, turns);
  const manners = mannersOf(sentences, input.otherEpisodes ?? []);
  const named = evidencesOf(voices, { input, sentences, calls, manners });
  const missing = calls.absent.filter(({ address }) => address.missed >= MISSED).map(({ name }) => name);
  const verdicts = verdictsOf({
    voices,
    named,
    joined: joins.length > 0,
    missing,
    listed: isListed(input, voices),
  });
  const roles = rolesOf(input, sentences);
  const members = voices.map(({ label, name }): [string, CastMember] => {
    const verdict = verdicts.get(label) ?? NAMES_NOBODY;
    if (name === null)
      return [label, { name: null, title: null, role: roles.byTalk(label), ...verdict, asLabelled: null }];
    const person = input.people.find((one) => sameName(one.name, name.full));
    const asLabelled = {
      name: person?.name ?? name.full,
      title: person?.title ?? null,
      role: roles.byName(label, name.full),
    };
    return [label, { ...(verdict.is === 'borne out' ? asLabelled : UNKNOWN), ...verdict, asLabelled }];
  });
  const selfCalling = [...calls.byLabel.values()].flatMap(({ toItself }) => toItself);
  const asking = turns.filter(
    ({ speaker }) => speaker !== null && verdicts.get(speaker)?.reasons.includes(ASKS_GUEST),
  );
  const doubtful = new Set([
    ...doubtfulSentences(turns, joins, selfCalling, asking),
    ...voices.flatMap(({ label }) => {
      const byManner = verdicts.get(label)?.reasons.includes(TALKS_AS_EVER) ?? false;
      return byManner ? [...(manners.get(label)?.unlike ?? [])] : [];
    }),
  ]);
  return {
    members: new Map(members),
    joined: joins.length > 0,
    isTurnBorneOut: (index) => !doubtful.has(index),
  };
}

/** Speaker of these sentences by label: unknown if any is in doubt; null without a label. */
export function speakerOf(cast: Cast, label: string | null, sentences: readonly number[]): Speaker | null {
  const member = label === null ? undefined : cast.members.get(label);
  if (member === undefined) return null;
  const { name, title, role } = member;
  return sentences.every((index) => cast.isTurnBorneOut(index)) ? { name, title, role } : UNKNOWN;
}

/** The names that are borne out for all that their label says, by label. */
export function namesOf(members: Iterable<readonly [string, CastMember]>): Record<string, string> {
  return Object.fromEntries(
    [...members].flatMap(([label, { name, reasons }]) =>
      name === null || reasons.includes(TALKS_AS_EVER) ? [] : [[label, name]],
    ),
  );
}

/** The feed's people and the labels match one to one. */
function isListed({ people }: EpisodeInput, voices: readonly Voice[]): boolean {
  const present = voices.filter(({ share }) => share >= PRESENT);
  const names = (voice: Voice) =>
    people.filter((person) => voice.name !== null && sameName(person.name, voice.name.full));
  return (
    people.length >= 2 &&
    present.length === people.length &&
    new Set(present.flatMap((voice) => names(voice).map(({ name }) => name))).size === people.length
  );
}

type Calls = {
  readonly names: readonly PersonName[];
  readonly byLabel: ReadonlyMap<string, Address>;
  /** The show's usual voices without a label here. */
  readonly absent: readonly { readonly name: string; readonly address: Address }[];
};

function callsOf(input: EpisodeInput, voices: readonly Voice[], turns: readonly Turn[]): Calls {
  const usual = usualVoices(input.otherEpisodes ?? []).flatMap((label) => personName(label) ?? []);
  const names = [...voices.flatMap(({ name }) => name ?? []), ...usual];
  const words = callNames(names);
  const address = (label: string, name: PersonName) => addressOf(label, words.get(name.full) ?? [], turns);
  const isHere = (name: PersonName) =>
    voices.some(
      (voice) => voice.share >= PRESENT && voice.name !== null && sameName(voice.name.full, name.full),
    );
  return {
    names,
    byLabel: new Map(
      voices.flatMap(({ label, name }) => (name === null ? [] : [[label, address(label, name)]])),
    ),
    absent: usual
      .filter((name) => !isHere(name))
      .map((name) => ({ name: name.full, address: address(name.full, name) })),
  };
}

type Around = {
  readonly input: EpisodeInput;
  readonly sentences: readonly Sentence[];
  readonly calls: Calls;
  readonly manners: ReadonlyMap<string, Manner>;
};

function evidencesOf(voices: readonly Voice[], around: Around): Evidence[] {
  const all = voices.flatMap((voice) => evidenceOf(voice, around));
  const claimed = (one: OwnEvidence) =>
    all.some(({ label, introductions: { another } }) => {
      return label !== one.label && another !== null && sameName(another, one.name?.full ?? '');
    });
  return all.map((one) => ({ ...one, saidByAnother: claimed(one) }));
}

type OwnEvidence = Omit<Evidence, 'saidByAnother'>;

function evidenceOf(voice: Voice, { input, sentences, calls, manners }: Around): OwnEvidence[] {
  const { label, name } = voice;
  const address = calls.byLabel.get(label);
  if (name === null || address === undefined) return [];
  const own = sentences.filter(({ speaker }) => speaker === label);
  const others = calls.names.filter(({ full }) => full !== name.full);
  return [
    {
      ...voice,
      announced: announcementsOf(name, label, input, sentences),
      met: address.met,
      missed: address.missed,
      toItself: address.toItself.length,
      introductions: introductionsOf(name, own, others),
      namesake: namesAnother(name, `${input.episodeTitle}\n${input.episodeDescription ?? ''}`),
      manner: manners.get(label) ?? null,
      inShowName: isInShowName(name, input),
    },
  ];
}
