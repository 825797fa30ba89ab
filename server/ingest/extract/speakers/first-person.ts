import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import type { Mention } from '#server/ingest/extract/subjects/mentions.ts';
import type { Firm } from '#server/ingest/extract/subjects/show-notes.ts';
import { anyOf } from '#server/language/pattern.ts';

/** Firms by the label of the speaker who runs them. */
export type OwnFirms = ReadonlyMap<string, Firm>;

/** "Our customers", "our data centers": only a firm has these. */
const FIRM_NOUN =
  /(?:business|company|companies|customers?|clients?|users|products?|platform|revenues?|margins?|stock|shares|shareholders?|investors|growth|team|sales|technology|engineers|employees|strategy|model|models|network|contracts?|capacity|philosophy|data centers?|fleet|satellites?|chips?|gpus?|pipeline|backlog|balance sheet|market|moat|competitors?|core|own|infrastructure|roadmap|mission|costs?|supply chain|partners?)/;
/** "We built", "we have signed", "we went public": what only a firm does. */
const FIRM_DEED =
  /build|built|are building|['’]re building|make|made|sell|sold|signed|sign|ship|shipped|launch|launched|grew|grow|are growing|['’]re growing|serve|started this|bought|acquired|buy|raised|invest|invested|spend|spent|hire|hired|use|own|operate|run|deliver|delivered|provide|offer|charge|developed|develop|design|designed|manufacture|deploy|deployed|trade|went public|came public|generate|generated|compete|win|won|lose|lost|expanded|expand|partner|partnered/;
/** "We have about a hundred", "we're profitable", "we'll build": what a firm has, is and will do. */
const FIRM_STATE =
  /have (?:about |around |over |more than |the )?(?:\d|customers|users|contracts|largest|best|most|only)|are (?:a|the|now|already|in|at|profitable|growing)|['’]re (?:a|the|now|already|in|at|profitable|growing)|were (?:a|the)|will (?:be|have|build|sell|grow|continue)|['’]ll (?:be|have|build|sell|grow|continue)|started|decided|believe we|can (?:build|sell|make|do|serve|offer|deliver)/;
const FIRM_ADVERB = /just|also|actually|really|then|now|always|already|only|basically|recently/;
const FIRM_AHEAD =
  /we['’](?:re|ll) (?:building|growing|profitable|a|the|going to (?:build|sell|grow|launch|ship|be))/;
/** The firm itself speaks: "our customers", "we signed a contract". */
const FIRM_SPEAKS = new RegExp(
  [
    `\\bour (?:\\w+ )?${FIRM_NOUN.source}\\b`,
    `\\bwe(?:'ve|’ve| have)? (?:${anyOf(FIRM_ADVERB)} )*${anyOf(FIRM_DEED, FIRM_STATE)}\\b`,
    `\\b${FIRM_AHEAD.source}\\b`,
  ].join('|'),
  'i',
);
/** Any "we" of somebody who runs a firm, except for what everybody sees, knows, talks about, needs or ought to do. */
const WE_OF_A_FIRM =
  /(?<!\b(?:all|each|most|many|some|both|few|rest) of )(?<!\b(?:as|time|how) )\b(?:we|we['’](?:re|ve|d|ll)|our|ours|us)\b(?! (?:all\b|see\b|saw\b|know\b|talk|said\b|speak|were talking|live\b|think\b|humans\b|humanity\b|people\b|as\b|need|have to\b|should|must|ought|just have to\b|can['’]t|(?:as )?a (?:nation|country|society|species|culture)|(?:countr|societ|cultur|econom|government|children|kids|world|planet|lives|nation)))/i;
/** Fewer signs may be anybody's "we", or small talk: of such answers one in five was an idea to readers, of others one in two. */
const LEAST_SIGNS = 4;

/** Match where a sentence plainly speaks for the speaker's firm ("our customers", "we signed a contract"); else null. */
export function firmSpeaks(text: string): RegExpExecArray | null {
  return FIRM_SPEAKS.exec(text);
}

/** A "we" that may be a firm's; null where there is none. */
export function saysWe(text: string): RegExpExecArray | null {
  return WE_OF_A_FIRM.exec(text);
}

/** Adds a mention for each "we" that means the speaker's own firm. Mentions of one answer share its number. */
export function withFirstPersonMentions(
  firms: OwnFirms,
  sentences: readonly Sentence[],
  mentions: readonly Mention[],
): Mention[] {
  if (firms.size === 0) return [...mentions];
  const answers = answersOf(sentences);
  const marked = mentions.map((mention) => {
    const firm = firmBehind(firms, sentences[mention.sentence]);
    if (firm === undefined || firm.subject.key !== mention.subject.key) return mention;
    return { ...mention, ownFirm: { answer: answers[mention.sentence] ?? 0, named: true } };
  });
  return [...marked, ...unnamedMentions(firms, sentences, answers)].sort(
    (a, b) => a.sentence - b.sentence || a.start - b.start,
  );
}

/** Each "we" in answers where a firm plainly and often speaks. */
function unnamedMentions(
  firms: OwnFirms,
  sentences: readonly Sentence[],
  answers: readonly number[],
): Mention[] {
  const byAnswer = new Map<number, Mention[]>();
  const plainly = new Set<number>();
  for (const sentence of sentences) {
    const firm = firmBehind(firms, sentence);
    if (firm === undefined) continue;
    const plain = firmSpeaks(sentence.text);
    const sign = plain ?? saysWe(sentence.text);
    if (sign === null) continue;
    const answer = answers[sentence.index] ?? 0;
    if (plain !== null) plainly.add(answer);
    byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), unnamedMention(firm, sentence, sign, answer)]);
  }
  return [...byAnswer].flatMap(([answer, list]) =>
    plainly.has(answer) && list.length >= LEAST_SIGNS ? list : [],
  );
}

function unnamedMention(firm: Firm, sentence: Sentence, sign: RegExpExecArray, answer: number): Mention {
  const pronoun = /^(?:ours?|we|us)/i.exec(sign[0])?.[0] ?? '';
  return {
    ...firm,
    sentence: sentence.index,
    start: sign.index,
    end: sign.index + pronoun.length,
    surface: firm.subject.name,
    product: false,
    confidence: 1,
    cue: sentence.firstCue,
    ownFirm: { answer, named: false },
  };
}

/** The firm that the speaker of a sentence runs. */
function firmBehind(firms: OwnFirms, sentence: Sentence | undefined): Firm | undefined {
  return sentence?.speaker == null ? undefined : firms.get(sentence.speaker);
}

/** An interruption of this many words ends an answer. */
const INTERRUPTION_WORDS = 14;
/** The answer number of each sentence: one speaker's talk, ignoring short interjections. */
function answersOf(sentences: readonly Sentence[]): number[] {
  const current = new Map<string | null, { answer: number; heard: number }>();
  let last = -1;
  let next = 0;
  let floor: string | null = null;
  return sentences.map((sentence) => {
    if (sentence.speaker !== floor) {
      floor = sentence.speaker;
      last = -1;
    }
    for (const [speaker, state] of current) if (speaker !== sentence.speaker) state.heard += sentence.words;
    const mine = current.get(sentence.speaker);
    if (mine !== undefined && (last >= 0 || mine.heard <= INTERRUPTION_WORDS)) {
      mine.heard = 0;
      last = mine.answer;
      return mine.answer;
    }
    next += 1;
    current.set(sentence.speaker, { answer: next, heard: 0 });
    last = next;
    return next;
  });
}
