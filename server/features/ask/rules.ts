import { ATTRIBUTION_RULE, attribution, NO_DISCUSSION } from '#server/api/attribution.ts';
import { Refusal } from '#server/api/errors.ts';
import { asksUsedUp } from '#server/api/limits.ts';
import { ideaUrl, type Web } from '#server/api/links.ts';
import { ASK_BUDGET_MS } from '#server/api/meta.ts';
import type { CitedEvidence, Coverage } from '#server/features/ask/choose/evidence.ts';
import type { NamingEpisode } from '#server/features/ask/find/naming/store.ts';
import type { Unkept } from '#server/features/ask/read/of-record.ts';
import type { ServiceMatter } from '#server/features/ask/read/of-service.ts';
import type { AskAnswer, Citation } from '#server/features/ask/schema.ts';
import { licensedHeadline } from '#server/features/ideas/licence.ts';
import { cut, inQuotationMarks } from '#server/language/phrasing.ts';
import { dayInWords, nextUtcMidnight } from '#server/platform/clock.ts';

/** How long a slot is leased to a question, in milliseconds: longer than an answer may take. */
export const LEASE_MS = 1.5 * ASK_BUDGET_MS;
/** Longest title of a conversation, in characters. */
const MAX_TITLE = 80;

/** The part of an answer that depends on neither the conversation nor the allowance. */
export type AnswerBody = Pick<
  AskAnswer,
  'refused' | 'coverage' | 'message' | 'suggestions' | 'answer' | 'citations'
>;

/**
 * The answer as it is sent (docs/contract.md, AskAnswer). `remainingToday` and `conversationId` are filled in when it is
 * stored.
 */
export function toAnswer(body: AnswerBody, web: Web): AskAnswer {
  return {
    refused: body.refused,
    coverage: body.coverage,
    remainingToday: null,
    disclaimer: ATTRIBUTION_RULE,
    message: body.message,
    suggestions: body.suggestions,
    answer: body.answer,
    citations: body.citations,
    conversationId: null,
    attribution: attribution(web.webUrl),
  };
}

/** An answer from the record: its text with markers, and what each marker cites. */
export function answeredBody(
  answer: string,
  cited: readonly CitedEvidence[],
  coverage: Coverage,
  web: Web,
): AnswerBody {
  return {
    refused: false,
    coverage,
    message: null,
    suggestions: [],
    answer,
    citations: cited.map((item, i) => citationOf(item, i + 1, web)),
  };
}

/** Nothing on the record: no answer rather than a sentence without a source. */
export function silentBody(suggestions: readonly string[]): AnswerBody {
  return {
    refused: false,
    coverage: 'none',
    message: NO_DISCUSSION,
    suggestions: [...suggestions],
    answer: null,
    citations: [],
  };
}

/** Nothing on the record under the names of people whose words are asked for, and where one of the names stands, if anywhere. */
export function unheardBody(
  people: readonly string[],
  naming: readonly Pick<NamingEpisode, 'title' | 'showName' | 'publishedAt' | 'name'>[],
  suggestions: readonly string[],
): AnswerBody {
  const whom = people.join(' or ');
  const [surest, another] = naming;
  if (surest === undefined)
    return {
      ...silentBody(suggestions),
      message: `${NO_DISCUSSION} The record knows of no speaker named ${whom}.`,
    };
  const episode = `${inQuotationMarks(surest.title)} (${surest.showName}, ${dayInWords(surest.publishedAt)})`;
  const where = another === undefined ? `the episode ${episode}` : `episodes such as ${episode}`;
  const message = `Transcripts do not reliably tell who spoke. Nothing that answers this is told in the name of ${whom}. The title, notes, people or labels of ${where} give the name of ${surest.name}.`;
  return { ...silentBody(suggestions), message };
}

/**
 * A text that asks nothing of the record, or what it keeps of nobody: what may be asked instead (docs/contract.md, Added: HTTP
 * 26). `matter`: what of the service it asks about, or what is not kept; null for neither.
 */
export function unaskedBody(
  matter: ServiceMatter | Unkept | null,
  suggestions: readonly string[],
  web: Web,
): AnswerBody {
  return { ...silentBody(suggestions), message: saidOf(matter, web) };
}

function saidOf(matter: ServiceMatter | Unkept | null, web: Web): string {
  if (matter === null) return NOTHING_ASKED;
  if (matter in NOT_KEPT) return `${NOT_KEPT[matter as Unkept]} Nothing was spent.`;
  return `${OF_SERVICE} ${web.webUrl}${PAGES[matter as ServiceMatter]}.`;
}

const NOT_KEPT: Readonly<Record<Unkept, string>> = {
  'track record':
    'The record keeps no track record, score or rank of hosts, guests or shows. Ask what one of them said, and when.',
  rank: 'The record does not rank who is the most bullish or bearish. Ask who is so on a company or theme.',
  trait: 'The record knows speakers by name alone. Ask what one of them said.',
};

const PAGES: Readonly<Record<ServiceMatter, string>> = {
  plans: '/pricing',
  settings: '/settings',
  shows: '/shows',
  methodology: '/methodology',
  help: '/help',
};
const OF_SERVICE =
  'This asks about the service, not about what was said on shows; nothing was spent. It is told at';

const NOTHING_ASKED =
  'There is nothing here to look for on the record. Ask what was said about a company or a matter, on a show or by somebody; nothing was spent.';

/** A trade-decision question: a reframe and questions that the record answers. */
export function refusedBody(message: string, suggestions: readonly string[]): AnswerBody {
  return { ...silentBody(suggestions), refused: true, message };
}

/** What a marker points to (docs/contract.md, Citation). Markers count from 1. */
function citationOf(item: CitedEvidence, marker: number, web: Web): Citation {
  if (item.kind === 'idea') {
    const { idea } = item;
    return {
      marker,
      show: idea.showName,
      episodeId: idea.episodeId,
      episodeTitle: idea.episodeTitle,
      publishedAt: idea.episodePublishedAt.toISOString(),
      timestampSeconds: idea.timestampSeconds,
      url: ideaUrl(web, idea.id),
      ideaId: idea.id,
      ideaHeadline: licensedHeadline(idea.headline, idea),
    };
  }
  const { passage, second } = item;
  return {
    marker,
    show: passage.showName,
    episodeId: passage.episodeId,
    episodeTitle: passage.episodeTitle,
    publishedAt: passage.publishedAt.toISOString(),
    timestampSeconds: second,
    url: `${web.webUrl}/episodes/${passage.episodeId}?t=${second}`,
    ideaId: null,
    ideaHeadline: null,
  };
}

/** The title of a conversation: its first question, shortened to 80 characters. */
export function conversationTitle(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_TITLE ? line : `${cut(line, MAX_TITLE - 1).trimEnd()}…`;
}

/** The refusal of a question past the day's (docs/contract.md, Limits 7). */
export function askLimit(limit: number, used: number, now: Date): Refusal {
  return new Refusal('ask_limit', {
    message: asksUsedUp(used),
    limit,
    used,
    resetsAt: nextUtcMidnight(now).toISOString(),
  });
}
