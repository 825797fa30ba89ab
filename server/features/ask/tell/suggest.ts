import type { DiscussedSubject } from '#server/features/ask/find/store.ts';
import { asksForAdvice } from '#server/features/ask/read/advice/judge.ts';
import { themeInSentence } from '#server/linking/themes/name.ts';

/** Most questions on one subject. */
const KINDS = 4;

/** Research questions on these subjects: one on each in order, then the second on each, and so on. */
export function suggestionsFor(subjects: readonly DiscussedSubject[]): string[] {
  // A company that was listed meanwhile is two subjects of one name.
  const named = subjects.filter(({ name }, i) => subjects.findIndex((one) => one.name === name) === i);
  const perSubject = named.map(questionsOn);
  const questions: string[] = [];
  for (let round = 0; round < KINDS; round++) {
    for (const own of perSubject) {
      const question = own[round];
      if (question && !questions.includes(question)) questions.push(question);
    }
  }
  return questions.filter((question) => !asksForAdvice(question, null));
}

function questionsOn({ name, symbol, isTheme, shows, show, bullish, bearish }: DiscussedSubject): string[] {
  const called = isTheme ? themeInSentence(name) : name;
  const subject = symbol && symbol !== name ? `${name} (${symbol})` : called;
  return [
    `What did ${show ?? 'podcasts'} say about ${subject}?`,
    ...(bearish > 0 ? [`What is the bear case on ${subject}, and who made it?`] : []),
    ...(bullish > 0 ? [`What is the bull case on ${subject}, and who made it?`] : []),
    ...(shows > 1 ? [`Which shows discussed ${subject}, and where did they differ?`] : []),
  ];
}

/** The reframe of a trade-decision question (docs/contract.md, AskAnswer 2). */
export function reframe(subjectName: string | null, hasSuggestions: boolean): string {
  const what = subjectName ? ` ${subjectName}` : '';
  const next = hasSuggestions
    ? 'Ask what was argued instead, for example one of the suggested questions; nothing was spent.'
    : 'Ask what named shows argued instead; nothing was spent.';
  return `Earmark is a record of what podcasts said, not advice: it does not say whether to trade${what}, how much to hold or where a price will go. ${next}`;
}
