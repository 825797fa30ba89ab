import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { type PersonName, sameName } from '#server/language/people/names.ts';
import { literal } from '#server/platform/pattern.ts';

/** What a label says of its speaker. */
export type Introductions = {
  /** The label's name given as one's own; a family name that is said must be the label's. */
  readonly own: boolean;
  /** Another's name given as one's own; else null. */
  readonly another: string | null;
  /** Sentences only a host says: "welcome to the show", "thank you for coming on". */
  readonly hosts: number;
  /** Says what only a guest says: "thanks for having me". */
  readonly visits: number;
  /** Thanks or welcomes their own name: "thanks for having me, Ada" under Ada's label. */
  readonly thanksThemselves: boolean;
};

const NAME = "((?:\\p{Lu}[\\p{L}'’-]+)(?: \\p{Lu}[\\p{L}'’-]+){0,2})";
const SAYS_NAME = new RegExp(`\\b[Mm]y name is ${NAME}`, 'gu');
const IS_NAME = new RegExp(
  `\\b(?:I['’]m|I am|[Tt]his is) (?:your host,? )?${NAME}(?=[,.!]|$| and\\b| here\\b)`,
  'gu',
);
/** Said only by a host. Roles (`roles.ts`) also go by what mostly hosts say. */
const HOSTS =
  /\bwelcome (?:back )?to (?:the |another |today['’]?s |this )?(?:\w+ ){0,4}(?:show|podcast|episode|pod)\b|\b(?:thank you|thanks) (?:so much |very much )?for (?:joining (?:us|me)|coming on|being here|your time|doing this)\b|\bmy guest (?:today|this week)\b|\bplease (?:join me in )?welcom/i;
/** Said only by a guest. */
export const VISITS =
  /\b(?:thank you|thanks) (?:so much |very much |guys |all )*for having (?:me|us)\b|\b(?:great|good|happy|excited|glad|pleasure|honou?r(?:ed)?) to be (?:here|on|with you)\b/i;

/**
 * Who the speaker under a label claims to be. `others` are names that may also speak (labels, usual voices): "this is
 * Ada" introduces only a possible Ada, "my name is Ada" always.
 */
export function introductionsOf(
  name: PersonName,
  own: readonly Sentence[],
  others: readonly PersonName[],
): Introductions {
  let another: string | null = null;
  let isOwn = false;
  for (const { text } of own) {
    const plain = [...text.matchAll(SAYS_NAME)].map((match) => match[1] as string);
    const likely = [...text.matchAll(IS_NAME)].map((match) => match[1] as string);
    isOwn ||= [...plain, ...likely].some((said) => sameName(name.full, said));
    another ??=
      plain.find((said) => !mayMean(name, said)) ??
      likely.find((said) => !mayMean(name, said) && others.some((other) => mayMean(other, said))) ??
      null;
  }
  return {
    own: isOwn,
    another,
    hosts: own.filter(({ text }) => HOSTS.test(text)).length,
    visits: own.filter(({ text }) => VISITS.test(text)).length,
    thanksThemselves: own.some(({ text }) => thanked(name, others).test(text)),
  };
}

/**
 * Thanks for a visit that call this name: "Thanks for having me, Ada", "Ada Marsh, thank you so much for joining us". A given name
 * that another has, too, calls nobody alone.
 */
function thanked({ full, given }: PersonName, others: readonly PersonName[]): RegExp {
  const isShared = others.some((other) => other.given === given);
  const called = isShared ? literal(full) : `(?:${literal(full)}|${literal(given)})`;
  const thanks =
    '[Tt]hank(?:s| you)(?: so much| very much)? for (?:having (?:me|us)|joining (?:me|us)|coming on|being here)';
  return new RegExp(`(?:^|[.!?] )(?:${called}, ${thanks}|${thanks}, ${called})\\b`, 'u');
}

/** Whether a name as said may be this one. Its family name may be misheard: that speaks neither for the label nor against it. */
function mayMean(name: PersonName, said: string): boolean {
  return sameName(name.full, said) || said.split(' ')[0] === name.given;
}
