import type { Announcement } from './evidence/announced.ts';
import type { Introductions } from './evidence/introductions.ts';
import type { Manner } from './evidence/manner.ts';
import type { Voice } from './evidence/voices.ts';

/** All that is known of one label that names somebody. */
export type Evidence = Voice & {
  readonly announced: ReadonlySet<Announcement>;
  /** Calls of the name next to this label's turns, and calls next to only other labels. */
  readonly met: number;
  readonly missed: number;
  /** Turns in which the label calls its own name. */
  readonly toItself: number;
  readonly introductions: Introductions;
  /** Title or notes name another person of that given name. */
  readonly namesake: boolean;
  /** Another label says to be the person of this name. */
  readonly saidByAnother: boolean;
  /** It stands in the show's name, and is no person's whom the feed names. */
  readonly inShowName: boolean;
  /** How like the show's voice of that name the label talks; null where that voice is not known. */
  readonly manner: Manner | null;
};

/** What is known of all labels of an episode. */
export type Scene = {
  /** All labels, the anonymous ones too, most talk first. */
  readonly voices: readonly Voice[];
  readonly named: readonly Evidence[];
  /** The transcript was joined from pieces, each of which labels the speakers by itself. */
  readonly joined: boolean;
  /** Usual voices of the show that are called here and have no label. */
  readonly missing: readonly string[];
  /** The feed's people and the labels match one to one. */
  readonly listed: boolean;
};

/** Whether a name is borne out, with the reasons for it, or else against. A doubtful one needs other evidence. */
export type Verdict = {
  readonly is: 'borne out' | 'in doubt' | 'contradicted';
  readonly reasons: readonly string[];
};

/** A smaller share of the words makes no party to the talk, and too little evidence. */
const PARTY = 0.05;
/** An interview is mostly its guest's talk. */
const MOSTLY = 0.5;
/** Interviewers ask this many times as often as who answers. */
const ASKS_MORE = 1.3;
/** Plain interviewers ask twice as often as who answers. */
const PLAINLY_ASKS = 2;
/** A name needs this many matching calls, and at most this share (0..1) as many stray ones. */
const LEAST_MET = 2;
const ASTRAY = 1 / 3;
/** A label that calls its own name more often than this is somebody else's, beyond a transcript's slips. */
const SLIPS = 2;
/** A show's main host talks this many times as much as the next voice. */
const LEADS = 1.3;
/** A known voice is told by a mean chance of at least this, 0..1, over this many stretches. */
const LEAST_LIKENESS = 0.65;
const LEAST_STRETCHES = 3;
/** Up to this many greetings of the other role are slips; more mean exchanged parts. */
const EXCHANGED = 2;

/** Whether each label's name is borne out: nothing may contradict it, and one of the `WAYS` must hold. */
export function verdictsOf(scene: Scene): Map<string, Verdict> {
  return new Map(scene.named.map((one) => [one.label, verdictOf(one, scene)] as const));
}

const WAYS = [
  asGuest,
  asAskedGuest,
  asCalledGuest,
  asInterviewer,
  asOneOfTwo,
  asPanelist,
  asListed,
  asMainHost,
  asKnownVoice,
  asGuestOfKnownVoice,
];

function verdictOf(one: Evidence, scene: Scene): Verdict {
  const against = contradictions(one);
  if (against.length > 0) return { is: 'contradicted', reasons: against };
  for (const way of WAYS) {
    const reason = way(one, scene);
    if (reason !== null) return { is: 'borne out', reasons: [...placesOf(one), reason] };
  }
  return { is: 'in doubt', reasons: doubts(one, scene) };
}

function contradictions(one: Evidence): string[] {
  const { share, introductions, toItself, met, saidByAnother, inShowName } = one;
  return [
    ...(share < PARTY ? ['says too little to tell by'] : []),
    ...(introductions.another === null ? [] : [`says to be ${introductions.another}`]),
    ...(saidByAnother ? ['another says to be them'] : []),
    ...(introductions.thanksThemselves ? ['thanks its own name'] : []),
    ...(toItself > met + SLIPS ? ['calls its own name'] : []),
    ...(inShowName && met === 0 && !introductions.own ? ["is the show's name"] : []),
  ];
}

function doubts(one: Evidence, { joined, missing }: Scene): string[] {
  return [
    ...(isKnown(one) ? [] : ['nothing announces the name']),
    ...(joined ? ['the transcript is joined from pieces, with speakers named anew in each'] : []),
    ...(one.missed > ASTRAY * one.met ? ['others answer when the name is called'] : []),
    ...(one.met < LEAST_MET ? ['hardly called by name'] : []),
    ...missing.map((name) => `${name} is called and has no label`),
  ];
}

const PLACES: Readonly<Record<Announcement, string>> = {
  title: 'announced in the title',
  topic: 'named in title or notes',
  feed: "among the feed's people",
  notes: 'announced in the notes',
  show: "named in the show's name",
  usual: 'a usual voice of the show',
  spoken: 'presented by others',
};

function placesOf({ announced, introductions }: Evidence): string[] {
  return [
    ...[...announced].map((place) => PLACES[place]),
    ...(introductions.own ? ['says the name to be theirs'] : []),
  ];
}

function isKnown({ announced, introductions }: Evidence): boolean {
  return introductions.own || [...announced].some((place) => place !== 'topic');
}

/** The announced guest, who talks most and asks no more than the others do; joined pieces keep whom they are mostly of. */
function asGuest(one: Evidence, { voices, named }: Scene): string | null {
  const { announced, share, asks, met, introductions } = one;
  if (share < MOSTLY || announced.has('usual') || announced.has('show')) return null;
  const presented = announced.has('title') || announced.has('notes') || announced.has('spoken');
  if (!presented && !(announced.has('topic') && met > 0)) return null;
  const others = partiesOf(voices).filter(({ label }) => label !== one.label);
  const talk = others.reduce((sum, other) => sum + other.share, 0);
  if (others.reduce((sum, other) => sum + other.asks * other.share, 0) <= asks * talk) return null;
  const guestlike = named
    .filter((other) => other !== one)
    .reduce((sum, other) => sum + other.introductions.visits - other.introductions.hosts, 0);
  if (introductions.hosts - introductions.visits + guestlike >= EXCHANGED) return null;
  return 'the guest, who talks most and asks little';
}

/**
 * The one of two whom a usual host plainly interviews, named in title or notes. A call by the given name alone tells no
 * family name: a guest Jason is easily written down as another Jason.
 */
function asAskedGuest(one: Evidence, scene: Scene): string | null {
  const partner = partnerOf(one, scene);
  const { announced, introductions } = one;
  if (scene.joined || partner === null || announced.has('usual') || announced.has('show')) return null;
  if (one.share < MOSTLY || partner.asks < PLAINLY_ASKS * one.asks || introductions.hosts > 0) return null;
  if (contradictions(partner).length > 0 || partner.toItself >= SLIPS || one.toItself > 0) return null;
  if (!partner.announced.has('usual')) return null;
  return isKnown(one) || announced.has('topic') ? 'the one whom the host asks' : null;
}

/**
 * The one of two whom nothing announces, who is called by name and answers, says thanks for having them and is plainly asked.
 * Calls tell no family name, so there must be one, and title and notes may name nobody else of that given name.
 */
function asCalledGuest(one: Evidence, scene: Scene): string | null {
  const partner = partnerOf(one, scene);
  const { announced, introductions, name, namesake } = one;
  if (scene.joined || partner === null || announced.has('usual') || announced.has('show')) return null;
  if (name?.family == null || namesake || contradictions(partner).length > 0 || partner.toItself >= SLIPS)
    return null;
  if (one.share < MOSTLY || partner.asks < PLAINLY_ASKS * one.asks || one.toItself > 0) return null;
  if (introductions.visits === 0 || introductions.hosts > 0 || partner.introductions.visits > 0) return null;
  return answers(one, LEAST_MET) ? 'the guest, who is called by name and asked' : null;
}

/** Why an interviewer is named. */
export const ASKS_GUEST = 'asks the guest';

/** The other of two, who asks a borne-out guest whose label is free of the asker's words. */
function asInterviewer(one: Evidence, scene: Scene): string | null {
  const partner = partnerOf(one, scene);
  if (scene.joined || !isKnown(one) || partner === null || partner.toItself >= SLIPS) return null;
  const guest = asGuest(partner, scene) ?? asAskedGuest(partner, scene) ?? asCalledGuest(partner, scene);
  if (contradictions(partner).length > 0 || guest === null) return null;
  return one.asks >= ASKS_MORE * partner.asks ? ASKS_GUEST : null;
}

function asOneOfTwo(one: Evidence, scene: Scene): string | null {
  const partner = partnerOf(one, scene);
  if (scene.joined || partner === null || contradictions(partner).length > 0) return null;
  const both = [one, partner];
  if (!both.every(isKnown) || areExchanged(one, partner) || areExchanged(partner, one)) return null;
  const signs = sumOf(both, ({ met, introductions }) => met + (introductions.own ? LEAST_MET : 0));
  const astray = sumOf(both, ({ missed, toItself }) => missed + toItself);
  return signs >= LEAST_MET && astray <= ASTRAY * signs ? 'the two are called by name, and answer' : null;
}

/** The guest of the title asks, and the usual host answers. */
function areExchanged(guest: Evidence, host: Evidence): boolean {
  return guest.announced.has('title') && host.announced.has('usual') && guest.asks > host.asks;
}

function asPanelist(one: Evidence, scene: Scene): string | null {
  if (scene.joined || !isKnown(one) || !isComplete(scene) || partiesOf(scene.voices).length < 3) return null;
  if (!answers(one, LEAST_MET) || one.toItself > one.met) return null;
  return 'called by name, and answers';
}

/** One of the feed's people, where only those speak and any calls reach whom they name. */
function asListed(one: Evidence, { named, joined, listed }: Scene): string | null {
  if (joined || !listed || !one.announced.has('feed')) return null;
  const parties = named.filter(({ share }) => share >= PARTY);
  if (parties.some((party) => contradictions(party).length > 0)) return null;
  const signs = sumOf(named, ({ met, introductions }) => met + (introductions.own ? LEAST_MET : 0));
  const astray = sumOf(named, ({ missed, toItself }) => missed + toItself);
  return signs >= LEAST_MET && astray <= ASTRAY * signs ? 'just those whom the feed lists speak' : null;
}

/** Joined pieces mix up all voices but the one in each: a usual host who leads and is called by name. */
function asMainHost(one: Evidence, scene: Scene): string | null {
  const [first, second] = scene.voices;
  if (!scene.joined || !one.announced.has('usual') || scene.missing.length > 0 || first?.label !== one.label)
    return null;
  if (one.toItself > 0 || one.share < LEADS * (second?.share ?? 0)) return null;
  return answers(one, one.share >= MOSTLY ? 1 : LEAST_MET) ? 'leads the talk, called by name' : null;
}

/** Why a known voice is named, sentence by sentence. */
export const TALKS_AS_EVER = "talks as in the show's other episodes";

/** Who talks as the voice of that name does in the show's other episodes, whatever its pieces are. */
function asKnownVoice(one: Evidence): string | null {
  return isKnownVoice(one) ? TALKS_AS_EVER : null;
}

function isKnownVoice({ manner }: Evidence): boolean {
  return manner !== null && manner.stretches >= LEAST_STRETCHES && manner.likeness >= LEAST_LIKENESS;
}

/**
 * The other of two, who mostly talks and is asked by a known voice. A transcript that has the one right has the other right,
 * too, but a name without a family's may be anybody's.
 */
function asGuestOfKnownVoice(one: Evidence, scene: Scene): string | null {
  const partner = partnerOf(one, scene);
  if (scene.joined || partner === null || !isKnownVoice(partner)) return null;
  if (one.name?.family == null || one.namesake || one.toItself > 0) return null;
  if (one.share < MOSTLY || partner.asks < ASKS_MORE * one.asks || contradictions(partner).length > 0)
    return null;
  return 'the guest, whom a known voice asks';
}

function answers({ met, missed }: Evidence, least: number): boolean {
  return met >= least && missed <= ASTRAY * met;
}

/** All who are called have labels, and calls mostly reach whom they name. */
function isComplete({ named, missing }: Scene): boolean {
  return missing.length === 0 && 2 * sumOf(named, ({ missed }) => missed) <= sumOf(named, ({ met }) => met);
}

function partiesOf(voices: readonly Voice[]): Voice[] {
  return voices.filter(({ share }) => share >= PARTY);
}

/** The other party to a talk of two; null where there are more, or it has no name. */
function partnerOf(one: Evidence, { voices, named }: Scene): Evidence | null {
  const parties = partiesOf(voices);
  if (parties.length !== 2 || !parties.some(({ label }) => label === one.label)) return null;
  return (
    named.find(({ label }) => label !== one.label && parties.some((party) => party.label === label)) ?? null
  );
}

function sumOf(list: readonly Evidence[], count: (one: Evidence) => number): number {
  return list.reduce((sum, one) => sum + count(one), 0);
}
