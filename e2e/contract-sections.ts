/** A section of the contract and the numbers of its promises, in their order. */
export type ContractSection = {
  readonly title: string;
  readonly slug: string;
  readonly numbers: readonly number[];
};

/**
 * The sections of a contract in Markdown. A promise is an item `N.` or a table's row `| N |` below a heading. Headings that
 * differ only in brackets are one section.
 */
export function sectionsIn(markdown: string): ContractSection[] {
  const sections: { title: string; slug: string; numbers: number[] }[] = [];
  let at: (typeof sections)[number] | undefined;
  for (const text of markdown.split('\n')) {
    const heading = /^##+ (.+)$/.exec(text)?.[1];
    if (heading) {
      const title = withoutBrackets(heading);
      const known = sections.find((section) => section.title === title);
      at = known ?? { title, slug: slugOf(title), numbers: [] };
      if (!known) sections.push(at);
      continue;
    }
    const number = /^(?:(\d+)\. |\| (\d+) \|)/.exec(text);
    if (number && at) at.numbers.push(Number(number[1] ?? number[2]));
  }
  return sections;
}

/** `error-and-planlimiterror` for `Error and PlanLimitError`, without brackets and what they hold. */
export function slugOf(title: string): string {
  return withoutBrackets(title)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function withoutBrackets(title: string): string {
  return title.replace(/\(.*?\)/g, '').trim();
}

/**
 * Citations in a text of sections or numbers that the contract does not have (`docs/contract.md, Limits 99`), as they are
 * written. Numbers may be a range (`Limits 1 to 5`) or two (`Saves 5 and 12`).
 */
export function wrongCitations(text: string, sections: readonly ContractSection[]): string[] {
  const plain = text.replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ');
  const cited = [...plain.matchAll(/docs\/contract\.md`?, ([A-Z](?:(?!docs\/)[^;)*]){1,60})/g)].map(
    (match) => match[1]!,
  );
  return cited.filter((words) => {
    const section = sections.filter(({ title }) => begins(words, title)).sort(byLongestTitle)[0];
    const numbers = section && /^ (\d+)(?: (?:to|and) (\d+))?/.exec(words.slice(section.title.length));
    const named = (numbers ?? []).slice(1).filter((number) => number !== undefined);
    return !section || named.some((number) => !section.numbers.includes(Number(number)));
  });
}

function begins(words: string, title: string): boolean {
  return words.startsWith(title) && !/^[a-zA-Z]/.test(words.slice(title.length));
}

function byLongestTitle(a: ContractSection, b: ContractSection): number {
  return b.title.length - a.title.length;
}
