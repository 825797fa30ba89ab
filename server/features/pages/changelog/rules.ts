import { generateRssFeed } from 'feedsmith';

/** One thing that users, agents or operators notice; code stands between backticks. */
export type Change = { readonly about: string | null; readonly text: string };
/** What came into force together. */
export type ChangeGroup = {
  readonly id: string;
  readonly title: string;
  readonly day: string;
  readonly changes: readonly Change[];
};

/**
 * The groups of a changelog in Markdown, newest first, without what is not released yet: a heading `0.1.0, 2026-11-22` with its list, and each dated point of
 * a list (`- **2026-09-25.** ...`) as a group of its own.
 */
export function changesIn(markdown: string): ChangeGroup[] {
  const [, ...sections] = markdown.split(/^## /m);
  const groups = sections.flatMap((section) => {
    const [title = '', ...lines] = section.split('\n');
    const changes = pointsOf(lines.join('\n'));
    const dated = changes.filter(({ about }) => isDay(about));
    if (dated.length > 0)
      return dated.flatMap(({ about, text }) => groupOf(`The contract, ${about}`, [{ about: null, text }]));
    return groupOf(title.trim(), changes);
  });
  return groups.sort((a, b) => b.day.localeCompare(a.day));
}

function pointsOf(text: string): Change[] {
  const [, ...points] = text.split(/^- /m);
  return points.map((point) => {
    const line = point.replace(/\s+/g, ' ').trim();
    const [, about, rest] = /^\*\*(.+?)\.\*\* (.*)$/.exec(line) ?? [];
    return about && rest ? { about, text: rest } : { about: null, text: line };
  });
}

/** No group where the title names no day. */
function groupOf(title: string, changes: readonly Change[]): ChangeGroup[] {
  const day = /\d{4}-\d\d-\d\d$/.exec(title)?.[0];
  if (day === undefined) return [];
  return [{ id: title.toLowerCase().replace(/[^a-z\d]+/g, '-'), title, day, changes }];
}

function isDay(about: string | null): boolean {
  return about !== null && /^\d{4}-\d\d-\d\d$/.test(about);
}

/** What came into force as RSS 2.0. */
export function changelogFeed(groups: readonly ChangeGroup[], webUrl: string): string {
  return generateRssFeed({
    title: 'Earmark: changes',
    link: `${webUrl}/changelog`,
    description: 'What changed for those who use Earmark or build upon it.',
    language: 'en',
    atom: { links: [{ href: `${webUrl}/changelog/feed.xml`, rel: 'self', type: 'application/rss+xml' }] },
    items: groups.map(({ id, title, day, changes }) => ({
      title,
      link: `${webUrl}/changelog#${id}`,
      description: changes.map(({ about, text }) => (about ? `${about}: ${text}` : text)).join('\n\n'),
      guid: { value: `${webUrl}/changelog#${id}`, isPermaLink: true },
      pubDate: new Date(`${day}T00:00:00Z`),
    })),
  });
}
