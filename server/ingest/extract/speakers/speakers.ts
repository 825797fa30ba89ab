import type { EpisodeInput, ExtractedIdea, SpeakerRole } from '#server/domain.ts';
import { isQuestion } from '#server/ingest/extract/sentences/modality.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { isAnonymousSpeaker } from '#server/ingest/transcript/speakers.ts';
import { literal } from '#server/platform/pattern.ts';

type Speaker = NonNullable<ExtractedIdea['speaker']>;

/** Who the speakers of an episode are, by the label of their cues. */
export type Cast = ReadonlyMap<string, Speaker>;

const NO_NAME =
  /^(speaker|spk|unknown|guest|host|narrator|voice|participant|announcer|producer|male|female|man|woman|caller|moderator|interviewer|interviewee|audience)\b[\s_-]*(speaker|guest|host|voice|male|female|\d|[a-z]\b)?/i;
const WELCOME =
  /\b(welcome (back )?to|thanks? (you )?(so much )?for (joining|coming|being here|doing this)|my guest|our guest|joining (me|us) (today|now)|today (i'?m|we'?re) (joined|talking|speaking)|on (the|this|today'?s) (show|podcast|episode)|before we (get|start|dive))\b/i;
const THANKS_FOR_HAVING =
  /\b(thanks? (you )?(so much )?for having me|great to be (here|on)|happy to be here|good to be (here|on)|excited to be here)\b/i;

/** Names and roles of all speakers: from the feed's people, then titles, then how they talk. */
export function castOf(input: EpisodeInput, sentences: readonly Sentence[]): Cast {
  const labels = [
    ...new Set(sentences.map((sentence) => sentence.speaker).filter((label) => label !== null)),
  ];
  const hosts = hostsByTalk(labels, sentences, input);
  const opening = sentences.filter((sentence) => sentence.start <= OPENING_SECONDS);
  const panel = labels.length > INTERVIEW_VOICES;
  const cast = new Map<string, Speaker>();
  for (const label of labels) {
    const name = contradicted(label, opening) ? null : personName(label);
    const person = name === null ? undefined : input.people.find((one) => sameName(one.name, name));
    const role =
      person?.role ??
      roleByOpening(label, name, opening) ??
      roleByTitle(name, input) ??
      roleByTalk(label, hosts, panel);
    cast.set(label, { name: person?.name ?? name, title: person?.title ?? null, role });
  }
  return cast;
}

/** A label that is a person's name, tidied; null for "SPEAKER_01", "Unknown Guest" and the like. */
function personName(label: string): string | null {
  const name = label
    .replace(/[*_#>]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (name.length < 2 || isAnonymousSpeaker(label) || NO_NAME.test(label.trim()) || !/\p{L}{2}/u.test(name))
    return null;
  return name;
}

function sameName(a: string, b: string): boolean {
  const fold = (name: string) =>
    name
      .toLowerCase()
      .replace(/[^\p{L} ]/gu, '')
      .trim();
  const x = fold(a);
  const y = fold(b);
  return x === y || x.startsWith(`${y} `) || y.startsWith(`${x} `);
}

function roleByTitle(name: string | null, input: EpisodeInput): SpeakerRole | null {
  if (name === null) return null;
  const family = name.split(' ').at(-1) ?? name;
  const holds = (text: string | null) =>
    text !== null &&
    (text.includes(name) ||
      (name.includes(' ') && family.length > 3 && new RegExp(`\\b${literal(family)}\\b`).test(text)));
  if (
    holds(input.showName) ||
    input.showName.split(' ').some((word) => word.length > 4 && name.split(' ').includes(word))
  )
    return 'host';
  if (holds(input.episodeTitle)) return 'guest';
  const description = input.episodeDescription ?? '';
  if (
    new RegExp(
      `\\b(guest|joined by|interview with|talks? (to|with)|sits? down with)\\b[^.]{0,120}${literal(name)}`,
      'i',
    ).test(description)
  )
    return 'guest';
  if (
    new RegExp(
      `${literal(name)}[^.]{0,60}\\b(hosts?|interviews)\\b|\\bhost(ed by)?\\b[^.]{0,40}${literal(name)}`,
      'i',
    ).test(description)
  )
    return 'host';
  return null;
}

type HostSign = {
  readonly label: string;
  readonly welcomes: number;
  readonly thanked: boolean;
  readonly asking: number;
  readonly words: number;
};

/** Labels that talk like hosts: they welcome, or ask clearly more than the others; null where nobody stands out. */
function hostsByTalk(
  labels: readonly string[],
  sentences: readonly Sentence[],
  input: EpisodeInput,
): Set<string> | null {
  const signs = labels.map((label) =>
    signOf(
      label,
      sentences.filter((sentence) => sentence.speaker === label),
    ),
  );
  const speaking = signs.filter((sign) => sign.words >= 80);
  const titled = labels.some((label) => roleByTitle(personName(label), input) === 'guest');
  const welcoming = speaking.filter((sign) => sign.welcomes > 0 && !sign.thanked);
  const asking = [...speaking].sort((a, b) => b.asking - a.asking);
  const [first, second] = asking;
  if (
    first !== undefined &&
    second !== undefined &&
    first.asking >= 0.12 &&
    first.asking >= 1.8 * second.asking
  ) {
    return new Set([first.label, ...welcoming.map((sign) => sign.label)]);
  }
  if (welcoming.length > 0 && (titled || speaking.length <= 3))
    return new Set(welcoming.map((sign) => sign.label));
  return null;
}

function signOf(label: string, own: readonly Sentence[]): HostSign {
  const words = own.reduce((sum, sentence) => sum + sentence.words, 0);
  return {
    label,
    words,
    welcomes: own.filter((sentence) => WELCOME.test(sentence.text)).length,
    thanked: own.some((sentence) => THANKS_FOR_HAVING.test(sentence.text)),
    asking: own.length === 0 ? 0 : own.filter((sentence) => isQuestion(sentence.text)).length / own.length,
  };
}

/** Among more voices than an interview has, who does not talk like a host may be one all the same. */
function roleByTalk(label: string, hosts: ReadonlySet<string> | null, panel: boolean): SpeakerRole {
  if (/^(unknown )?guest\b/i.test(label)) return 'guest';
  if (/^(unknown )?host\b/i.test(label)) return 'host';
  if (hosts === null) return 'unclear';
  if (hosts.has(label)) return 'host';
  return panel ? 'unclear' : 'guest';
}

/** Shows present who speaks within so many seconds. */
const OPENING_SECONDS = 600;
/** A host, a guest and one more. */
const INTERVIEW_VOICES = 3;
const PRESENTS =
  '(?:welcome|thrilled|excited|happy|delighted|honou?red|pleased|joined by|joining (?:us|me)|my guest|our guest|i have|we have|with me|here with)';

/** The role that the opening tells: who says their own name presents the show, whom another presents is a guest. */
function roleByOpening(label: string, name: string | null, opening: readonly Sentence[]): SpeakerRole | null {
  if (name === null) return null;
  const parts = name.split(' ').filter((part) => part.length > 2);
  const any = parts.map(literal).join('|');
  if (any === '') return null;
  const presented = new RegExp(
    `\\b${PRESENTS}\\b[^.!?]{0,140}\\b${literal(name)}\\b|\\b(?:${any}),? (?:welcome|thank you (?:so much )?for (?:joining|coming|doing|being)|thanks (?:so much )?for (?:joining|coming|doing|being))\\b`,
    'i',
  );
  if (opening.some((sentence) => sentence.speaker !== label && presented.test(sentence.text))) return 'guest';
  const presents = new RegExp(
    `\\b(?:i'm|i am|my name is|this is) (?:your host,? )?(?:\\p{Lu}\\p{L}+ )?(?:${any})\\b`,
    'iu',
  );
  const byOneself = ({ speaker, text }: Sentence) =>
    (speaker === label || speaker === null) && presents.test(text);
  return opening.some(byOneself) ? 'host' : null;
}

/** A show greets its listeners within so many seconds. */
const GREETING_SECONDS = 60;
const GREETS = /\b(?:welcome|hello|hey|hi)\b/i;
const OWN_NAME = /\b[Mm]y name is (\p{Lu}\p{Ll}+)/u;
const OWN_NAME_FIRST = /^This is (\p{Lu}\p{Ll}+)(?=\.$| and\b| here\b)/u;

/**
 * Whether who greets under a label says another name to be theirs ("Welcome back. My name is Alex" under somebody
 * else's): then nothing under it is attributed by name.
 */
function contradicted(label: string, opening: readonly Sentence[]): boolean {
  const own = opening.filter(({ speaker, start }) => speaker === label && start <= GREETING_SECONDS);
  if (!own.some(({ text }) => GREETS.test(text))) return false;
  const given = own.flatMap(({ text }) => (OWN_NAME.exec(text) ?? OWN_NAME_FIRST.exec(text))?.[1] ?? []);
  return given.some((name) => !label.toLowerCase().includes(name.toLowerCase()));
}
