import { alertReason, alertTitle } from '#server/features/alerts/events/rules.ts';
import type { Alert } from '#server/features/alerts/schema.ts';
import { clipped } from '#server/features/embeds/rules.ts';
import { counted } from '#server/features/ideas/rules.ts';
import { told } from '#server/features/ideas/telling.ts';

/** How many alerts a digest tells in full; it counts the rest. */
export const MOST_TOLD = 40;
const SUBJECT_CHARS = 78;

/** What a digest says, before it is written as text or HTML. */
export type Letter = {
  readonly subject: string;
  /** What it holds, in one sentence. */
  readonly opening: string;
  readonly sections: readonly Section[];
  /** How many it does not tell. */
  readonly rest: number;
};

/** What one episode brought, or the changes of stance. */
export type Section = {
  readonly heading: string;
  /** Why all its items are told; null where the reasons differ. */
  readonly reason: string | null;
  readonly items: readonly Item[];
};

/** One piece of news: its title leads to the page. */
export type Item = {
  readonly title: string;
  readonly url: string;
  /** The thesis line, where it says more than the title. */
  readonly line: string | null;
  /** Where it was said and how, and why it is told: each stands alone. */
  readonly notes: readonly string[];
};

/** The content of a digest: changes of stance first, then ideas by episode. The episode of the subject line comes first, the others newest first. */
export function letterOf(alerts: readonly Alert[]): Letter {
  const changes = alerts.filter((alert) => alert.change);
  const ideas = alerts.filter((alert) => !alert.change);
  const lead = leadOf(alerts);
  const toldChanges = withLead(changes, lead, MOST_TOLD);
  const toldIdeas = withLead(ideas, lead, MOST_TOLD - toldChanges.length);
  const counts = [
    ...(ideas.length > 0 ? [counted(ideas.length, 'new idea')] : []),
    ...(changes.length > 0 ? [`${counted(changes.length, 'change')} of stance`] : []),
  ];
  return {
    subject: subjectOf(lead, alerts.length - 1),
    opening: `${counts.join(' and ')} ${causeOf(alerts)}.`,
    sections: [...sectionOfChanges(toldChanges), ...sectionsOfEpisodes(toldIdeas, lead)],
    rest: alerts.length - toldChanges.length - toldIdeas.length,
  };
}

/** What brought a mail: what is followed, saved searches, or both. */
function causeOf(alerts: readonly Alert[]): string {
  const isSearched = ({ change, followed }: Alert) =>
    !change && !followed.show && followed.tickers.length === 0;
  if (!alerts.some(isSearched)) return 'on what you follow';
  if (alerts.every(isSearched)) return 'found by your saved searches';
  return 'on what you follow or found by your saved searches';
}

/** What leads: a change of stance, else the most fully argued idea. */
function leadOf(alerts: readonly Alert[]): Alert {
  const weight = ({ change, card }: Alert) => (change ? 10 : 0) + card.discussionDepth;
  return alerts.reduce((best, alert) => (weight(alert) > weight(best) ? alert : best));
}

/** At most so many of these, in their order: the lead where it is among them, and the first others. */
function withLead(alerts: readonly Alert[], lead: Alert, most: number): Alert[] {
  if (alerts.indexOf(lead) < most) return alerts.slice(0, most);
  return [...alerts.slice(0, most - 1), lead];
}

/** The title of what leads, and how many others there are. */
function subjectOf(lead: Alert, others: number): string {
  return `Earmark: ${clipped(alertTitle(lead), SUBJECT_CHARS)}${others > 0 ? ` (and ${others} more)` : ''}`;
}

function sectionOfChanges(alerts: readonly Alert[]): Section[] {
  if (alerts.length === 0) return [];
  const items = alerts.map((alert) => itemOf(alert, told(alert.card).source, [alertReason(alert)]));
  return [{ heading: 'Changes of stance', reason: null, items }];
}

/**
 * Ideas by episode, in the order they were said. The heading names the source once, and a reason that all share. An idea
 * that two shows published stands under the first of its episodes.
 */
function sectionsOfEpisodes(alerts: readonly Alert[], lead: Alert): Section[] {
  const claims = Map.groupBy(alerts, claimOf);
  const first = alerts.filter((alert) => claims.get(claimOf(alert))![0] === alert);
  const episodes = [...Map.groupBy(first, ({ card }) => card.episode.id).values()];
  const airedAt = (said: readonly Alert[]) => Date.parse(said[0]!.card.episode.publishedAt);
  const leads = (said: readonly Alert[]) => Number(said.includes(lead));
  return episodes
    .toSorted((a, b) => leads(b) - leads(a) || airedAt(b) - airedAt(a))
    .map((said) => {
      const reasons = [...new Set(said.map(alertReason))];
      const shared = reasons.length === 1 ? reasons[0]! : null;
      return {
        heading: headingOf(said[0]!),
        reason: shared,
        items: said
          .toSorted((a, b) => second(a) - second(b))
          .map((alert) => {
            const again = claims.get(claimOf(alert))!.slice(1);
            return itemOf(alert, told(alert.card).at, [
              ...(shared === null ? [alertReason(alert)] : []),
              ...again.map(({ card }) => `Also: ${told(card).source}`),
            ]);
          }),
      };
    });
}

/** The same for an idea that several episodes published. */
function claimOf({ card }: Alert): string {
  const { headline, line } = told(card);
  return `${headline}\n${line}`;
}

const TITLE_CHARS = 110;

function headingOf({ card }: Alert): string {
  const { show, episode, guest, aired } = told(card);
  const title = episode.length > TITLE_CHARS ? `${clipped(episode, TITLE_CHARS)}”` : episode;
  return [show, title, ...(guest === null ? [] : [guest]), `aired ${aired}`].join(', ');
}

/** An alert as an item: where it was said and how it was argued, then what else is noted. */
function itemOf(alert: Alert, where: string | null, notes: readonly string[]): Item {
  const { line, manner } = told(alert.card);
  return {
    title: alertTitle(alert),
    url: alert.card.url,
    line,
    notes: [`${where === null ? '' : `${where}, `}${manner}`, ...notes],
  };
}

function second({ card }: Alert): number {
  return card.timestampSeconds ?? Number.MAX_SAFE_INTEGER;
}
