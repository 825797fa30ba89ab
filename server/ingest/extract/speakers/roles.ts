import type { EpisodeInput, SpeakerRole } from '#server/domain.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { personName, sameName } from '#server/language/people/names.ts';
import { isQuestion } from '#server/language/speech/modality.ts';
import { literal } from '#server/platform/pattern.ts';
import { VISITS } from './evidence/introductions.ts';

/** Said mostly by hosts. */
const WELCOME =
  /\b(welcome (back )?to|thanks? (you )?(so much )?for (joining|coming|being here|doing this)|my guest|our guest|joining (me|us) (today|now)|today (i'?m|we'?re) (joined|talking|speaking)|on (the|this|today'?s) (show|podcast|episode)|before we (get|start|dive))\b/i;

/** The role of each label of an episode. */
export type Roles = {
  /** By its talk alone, for a label that names nobody. */
  byTalk(label: string): SpeakerRole;
  /** Also by the feed's people, the opening and the title, for a name that is believed. */
  byName(label: string, name: string): SpeakerRole;
};

/** Reads the roles of an episode's labels. */
export function rolesOf(input: EpisodeInput, sentences: readonly Sentence[]): Roles {
  const labels = [
    ...new Set(sentences.map((sentence) => sentence.speaker).filter((label) => label !== null)),
  ];
  const hosts = hostsByTalk(labels, sentences, input);
  const opening = sentences.filter((sentence) => sentence.start <= OPENING_SECONDS);
  const panel = labels.length > INTERVIEW_VOICES;
  const byTalk = (label: string) => roleByTalk(label, hosts, panel);
  return {
    byTalk,
    byName: (label, name) =>
      input.people.find((one) => sameName(one.name, name))?.role ??
      roleByOpening(label, name, opening) ??
      roleByTitle(name, input) ??
      byTalk(label),
  };
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
  readonly visits: boolean;
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
  const titled = labels.some((label) => roleByTitle(personName(label)?.full ?? null, input) === 'guest');
  const welcoming = speaking.filter((sign) => sign.welcomes > 0 && !sign.visits);
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
    visits: own.some((sentence) => VISITS.test(sentence.text)),
    asking: own.length === 0 ? 0 : own.filter((sentence) => isQuestion(sentence.text)).length / own.length,
  };
}

/** In a panel, somebody who does not talk like a host may still be one. */
function roleByTalk(label: string, hosts: ReadonlySet<string> | null, panel: boolean): SpeakerRole {
  if (/^(unknown )?guest\b/i.test(label)) return 'guest';
  if (/^(unknown )?host\b/i.test(label)) return 'host';
  if (hosts === null) return 'unclear';
  if (hosts.has(label)) return 'host';
  return panel ? 'unclear' : 'guest';
}

/** Shows present their speakers within this many seconds. */
const OPENING_SECONDS = 600;
/** A host, a guest and one more. */
const INTERVIEW_VOICES = 3;
const PRESENTS =
  '(?:welcome|thrilled|excited|happy|delighted|honou?red|pleased|joined by|joining (?:us|me)|my guest|our guest|i have|we have|with me|here with)';

/** The role told by the opening: who says their own name is a host, who is presented by another is a guest. */
function roleByOpening(label: string, name: string, opening: readonly Sentence[]): SpeakerRole | null {
  const parts = name.split(' ').filter((part) => part.length > 2);
  const any = parts.map(literal).join('|');
  if (any === '') return null;
  const presented = new RegExp(
    `\\b${PRESENTS}\\b[^.!?]{0,140}\\b${literal(name)}\\b|\\b(?:${any}),? (?:welcome|thank you (?:so much )?for (?:joining|coming|doing|being)|thanks (?:so much )?for (?:joining|coming|doing|being))\\b`,
    'i',
  );
  if (opening.some((sentence) => sentence.speaker !== label && presented.test(sentence.text))) return 'guest';
  const presents = new RegExp(
    `\\b(?:i'm|i am|my name is|this is) (?:your host,? )?(?:\\p{Lu}\\p{L}+ )?(?:${any})\\b|^(?:(?:hey|hi|hello),? (?:everybody|everyone|all|there)?[,.]? ?)?(?:${any}) here\\b`,
    'iu',
  );
  const byOneself = ({ speaker, text }: Sentence) =>
    (speaker === label || speaker === null) && presents.test(text);
  return opening.some(byOneself) ? 'host' : null;
}
