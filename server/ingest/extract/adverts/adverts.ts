import type { OtherEpisode } from '#server/domain.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { anyOf } from '#server/language/pattern.ts';
import { recordedSentences } from './recorded.ts';

/** "Brought to you by", "our sponsors today", "who sponsors this". */
const SPONSOR =
  /brought to you by|(one of )?our favou?rite (partners|sponsors)|(proudly |is |are )(sponsored|supported) by|our (sponsors?|partners?) (today|at|over|is|are|for)\b|(?:,|'s|’s|is|are) our sponsors?\b|(obliged|thanks|grateful) to our (sponsors?|partners?)|(?:is|are) the sponsors?\b|who sponsors? (?:this|the|our)|today'?s sponsors?/;
/** "Support for this show comes from", "keeps us on the air", "a word from our sponsors". */
const SUPPORT =
  /this (episode|show|podcast) is (supported|presented|powered|made possible) by|thanks? (so much )?to (our )?(friends|sponsors?|partners?) (at|over)|(?:support|sponsorship) for .{0,40}\bcomes from|support for (this|the) (show|podcast|episode)|keeps? .{0,40} on (?:the )?air|(?:a )?word (?:from (?:our )?sponsors?|about paying for)|a (quick )?message from our|(?:thank|thanking) (?:our|the) (sponsors?|partners?)/;
/** Words that open a sponsor read, whatever the sponsor. */
const OPENS = new RegExp(`\\b${anyOf(SPONSOR, SUPPORT)}`, 'i');
/** "Let me thank Kitehouse": an opening only where an address or offer follows. */
const MAY_OPEN =
  /\b(?:thank(?:s|ing)?(?: you)? (?:to )?(?:the (?:folks|people|team) at )?(?!you\b|god\b|goodness\b)\p{Lu}[\p{L}']+|(?:break|pause|time|moment) (?:for|to thank)\b|tell you (?:about|a little about)\b|(?:stop|interrupt) you for\b|(?:to|let me) talk (?:to you )?about\b|(?:okay|right|so),? bills\b|(?:we|they)(?:'re|'ve| are| have) been with us\b|are with us again\b|to sell you\b)/iu;
/** "Promo code", "30% off your", "first month free", "terms apply". */
const BARGAIN =
  /promo code|discount code|offer code|(?:use|with|enter) (the |my |our )?code\b|the (?:code|word) is [A-Z]{3,}|free trial|(\d+ ?%|percent|a (?:fifth|quarter|third|tenth)|half) off (your|the|any|all|for|everything|with|first|year|one|\w+ (?:tins|months|years))|(?:first )?(?:\w+ )?(?:months?|year) (?:are |is )?(?:for )?free\b|get (\d+ ?%|\$\d+) off|exclusive (offer|discount)|money[- ]back guarantee|taxes and fees extra|terms (and conditions )?apply/;
/** "Learn more at", "visit kitehouse dot com", "tell them we sent you", "book a demo". */
const ERRAND =
  /learn more at|sign up (today )?at|get started (today )?(at|with)|start (today|your) .{0,20}\bat\b|post your (?:first )?job for free|to learn more,? (visit|go to|head)|for more (details|information),? (visit|go)|(visit|head (over )?to|go to|check (it|them|us) out at|more at|see how at) [\w.-]+ ?(\.|dot) ?(\w{2,8})\b|(tell them|mention) .{0,30} (sent you|show)|book a (free )?demo|request a demo|listeners (of .{0,30} )?(get|can get|receive)/;
/** An address or offer that only an advert gives. */
const OFFER = new RegExp(`\\b${anyOf(BARGAIN, ERRAND)}`, 'i');
/** Ends of addresses as heard or written; `example` and `test` are the names kept for fiction (RFC 2606). */
const DOMAIN = 'com|ai|io|co|so|org|net|app|dev|tv|fm|xyz|me|bank|example|test';
const ADDRESS = new RegExp(
  `([\\w-]{2,40})(?:\\.(?:${DOMAIN})|\\s?dot\\s(?:${DOMAIN}))\\s?(?:/|slash\\b|forward slash\\b)\\s?(?!in/)[\\w-]*`,
  'i',
);
const SITE = new RegExp(
  `\\b(?:visit|go to|head to|see|at|shop|try|it's|place is)\\s(?:www\\.)?(?:[\\w-]+\\.)?([\\w-]{3,40})(?:\\.(?:com|ai|io)\\b|\\s?dot\\s(?:${DOMAIN})\\b)`,
  'i',
);
/** A spoken address with nothing before it: "pennywhistle dot example". */
const SPOKEN = new RegExp(`(?:^|[.,:] )([\\w-]{4,40})\\sdot\\s(?:${DOMAIN})\\b`, 'i');
/** Asking for a rating, subscription or ticket: self-promotion, one sentence at a time. */
const SELF_PROMOTION =
  /\b(like and subscribe|subscribe (to|on|wherever|if you|so you)|hit (the|that) (subscribe|like|bell)|(rate|review) (and|us|the show|this)|leave (us )?a (review|rating|five)|follow (us|me|him|her) (on|at)|five[- ]star (review|rating)|(get|buy) (your )?tickets (at|now|for)|join our (newsletter|community|slack|discord)|sign up for (our|the) newsletter|link in (the )?(bio|description|show notes)|links? (is|are) in the show notes)\b/i;

const LONGEST_READ_SECONDS = 200;
/** A read names its sponsor again within this time. */
const CHAIN_SECONDS = 32;
const GAP_SECONDS = 20;
/** Text this soon after a sure opening belongs to it; after an unsure one the offer must come this soon. */
const AT_ONCE_SECONDS = 8;
const LONGEST_WAIT_SECONDS = 75;

/** Sponsor reads and self-promotion as sentence numbers, and sponsor reads as [start, end] in whole seconds. */
export type Adverts = {
  readonly sentences: ReadonlySet<number>;
  readonly ranges: readonly (readonly [number, number])[];
};

/** Finds sponsor reads: from an opening phrase, or the sponsor's first mention before an address or offer, to the last
 * address. Hosts may share a read; it names its sponsor again and again and lasts at most 200 seconds. Also what other
 * episodes of the show have word for word (`recordedSentences`). */
export function findAdverts(sentences: readonly Sentence[], episodes: readonly OtherEpisode[] = []): Adverts {
  const marked = recordedSentences(sentences, episodes);
  const promotion = new Set<number>();
  sentences.forEach((sentence, i) => {
    if (OPENS.test(sentence.text)) markForward(sentences, i, marked, true);
    else if (MAY_OPEN.test(sentence.text)) markForward(sentences, i, marked, false);
    const sponsor = sponsorOf(sentence.text);
    if (sponsor !== null || OFFER.test(sentence.text)) markBack(sentences, i, sponsor, marked);
    if (SELF_PROMOTION.test(sentence.text)) promotion.add(i);
  });
  const filled = bridgeGaps(sentences, marked);
  return { sentences: new Set([...filled, ...promotion]), ranges: toRanges(sentences, filled) };
}

function sponsorOf(text: string): string | null {
  const named = (ADDRESS.exec(text) ?? SITE.exec(text) ?? SPOKEN.exec(text))?.[1]?.toLowerCase();
  return named === undefined || /^(x|twitter|youtube|substack|wikipedia|apple|instagram|google)$/.test(named)
    ? null
    : named.replace(/[^a-z0-9]/g, '');
}

/** Marks from an opening to the speaker's last address or offer; without one, only a sure opening and what follows at once. */
function markForward(sentences: readonly Sentence[], from: number, marked: Set<number>, sure: boolean): void {
  const first = sentences[from] as Sentence;
  let last = sure ? from : -1;
  for (let i = from; i < sentences.length; i += 1) {
    const next = sentences[i] as Sentence;
    const waited = next.start - first.start;
    if (next.turn !== first.turn || waited > LONGEST_READ_SECONDS) break;
    if (!sure && last < 0 && waited > LONGEST_WAIT_SECONDS) break;
    if (sponsorOf(next.text) !== null || OFFER.test(next.text)) last = i;
    else if (sure && waited < AT_ONCE_SECONDS) last = i;
    else if (last > from && isAside(sentences, last, i)) last = i;
  }
  for (let i = from; i <= last; i += 1) marked.add(i);
}

/** "That's Kitehouse.", "Terms apply." right after an address, where the speaker stops there. */
function isAside(sentences: readonly Sentence[], last: number, i: number): boolean {
  const sentence = sentences[i] as Sentence;
  const stops = sentences[i + 1]?.turn !== sentence.turn;
  return i === last + 1 && stops && sentence.words <= 6 && !sentence.text.endsWith('?');
}

/** Marks back from an address or offer along any speaker's mentions of the sponsor, to the read's start. */
function markBack(
  sentences: readonly Sentence[],
  from: number,
  sponsor: string | null,
  marked: Set<number>,
): void {
  const at = sentences[from] as Sentence;
  let first = from;
  for (let i = from - 1; i >= 0; i -= 1) {
    const before = sentences[i] as Sentence;
    const reached = sentences[first] as Sentence;
    if (reached.start - before.end > CHAIN_SECONDS || at.start - before.start > LONGEST_READ_SECONDS) break;
    if (sponsor !== null && names(before.text, sponsor)) first = i;
    else if (OPENS.test(before.text) && before.speaker === at.speaker) first = i;
  }
  if (first === from) first = pitchStart(sentences, from);
  for (let i = first; i <= from; i += 1) marked.add(i);
}

/** Sentences just before an offer that speak to the listener as a customer. */
function pitchStart(sentences: readonly Sentence[], from: number): number {
  const at = sentences[from] as Sentence;
  let first = from;
  for (let i = from - 1; i >= 0; i -= 1) {
    const before = sentences[i] as Sentence;
    if (
      before.speaker !== at.speaker ||
      at.start - before.start > 45 ||
      !/\b(your?|unlimited|free|easy|plans?)\b/i.test(before.text)
    )
      break;
    first = i;
  }
  return first;
}

/** Shorter names begin the addresses of many others. */
const LEAST_BEGINNING = 5;

/**
 * True where the text names the sponsor; speech recognition may get its last letters wrong ("Vanta", "Vantar"), and an address may
 * say more than the name ("PayPal" for paypalopen.com).
 */
function names(text: string, sponsor: string): boolean {
  const called = text.match(/\p{Lu}[\p{L}\p{N}]*/gu) ?? [];
  if (called.some((name) => name.length >= LEAST_BEGINNING && sponsor.startsWith(name.toLowerCase())))
    return true;
  const stem = sponsor.length >= 6 ? sponsor.slice(0, sponsor.length - 1) : sponsor;
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .includes(stem);
}

/** Joins reads that one speaker gives back to back. */
function bridgeGaps(sentences: readonly Sentence[], marked: ReadonlySet<number>): Set<number> {
  const order = [...marked].sort((a, b) => a - b);
  const out = new Set(order);
  order.forEach((from, k) => {
    const to = order[k + 1];
    if (to === undefined || to === from + 1) return;
    const a = sentences[from] as Sentence;
    const b = sentences[to] as Sentence;
    if (b.start - a.end > GAP_SECONDS) return;
    for (let i = from + 1; i < to; i += 1) if (sentences[i]?.speaker === a.speaker) out.add(i);
  });
  return out;
}

function toRanges(sentences: readonly Sentence[], marked: ReadonlySet<number>): [number, number][] {
  const ranges: [number, number][] = [];
  for (const i of [...marked].sort((a, b) => a - b)) {
    const sentence = sentences[i] as Sentence;
    const last = ranges.at(-1);
    if (last !== undefined && sentence.start - last[1] <= 3)
      last[1] = Math.max(last[1], Math.ceil(sentence.end));
    else ranges.push([Math.floor(sentence.start), Math.ceil(sentence.end)]);
  }
  return ranges.filter(([start, end]) => end - start >= 4);
}
