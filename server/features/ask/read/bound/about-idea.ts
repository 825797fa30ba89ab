import { linksOf } from '#server/features/ask/read/names/subjects.ts';
import type { BoundIdea, NamedSubject, QuestionReading } from '#server/features/ask/read/reading.ts';
import type { Linker } from '#server/linking/linker.ts';
import { themeBySlug } from '#server/linking/themes/rules.ts';

/** A question bound to an idea as one about the idea's subject, with the speaker and show that "others" leaves aside. */
export function aboutIdea(reading: QuestionReading, idea: BoundIdea, linker: Linker): QuestionReading {
  const theme = themeBySlug(idea.subjectKey);
  const people = idea.speakerName === null ? [] : [idea.speakerName];
  return {
    ...reading,
    subjects: theme === null ? [subjectOf(idea, linker)] : [],
    themes: theme === null ? [] : [{ slug: theme.slug, name: theme.name, written: '' }],
    argued: { shows: [{ id: idea.showId, name: idea.showName }], people },
    heOrShe: people.length > 0 ? people : reading.heOrShe,
  };
}

function subjectOf({ subjectName: name, subjectKey, tickers }: BoundIdea, linker: Linker): NamedSubject {
  const isSymbol = tickers.includes(subjectKey);
  const [link] = linksOf(isSymbol ? `$${subjectKey}` : name, linker);
  return {
    name,
    slug: link?.slug ?? subjectKey,
    symbols: link?.tickers ?? (isSymbol ? [subjectKey] : []),
    written: link?.subject.name ?? name,
  };
}
