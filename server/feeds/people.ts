import type { Person, SpeakerRole } from '#server/domain.ts';
import { plainLine } from './text.ts';
import { childrenOf, textOf, type XmlElement } from './xml.ts';

const HOSTS = new Set([
  'host',
  'co-host',
  'cohost',
  'guest host',
  'guest-host',
  'presenter',
  'moderator',
  'anchor',
]);
const GUESTS = new Set(['guest', 'interviewee', 'panelist', 'panellist', 'expert']);
const MAX_PEOPLE = 100;

/**
 * The people named by `podcast:person` directly under an element. Null when it names nobody; empty when it names only crew,
 * which is left out since it does not speak (any group but the cast). The specification's defaults are role host, group cast.
 */
export function peopleOf(element: XmlElement): Person[] | null {
  const tags = childrenOf(element, 'podcast:person').slice(0, MAX_PEOPLE);
  if (tags.length === 0) return null;
  const people = new Map<string, Person>();
  for (const tag of tags) {
    const name = plainLine(textOf(tag)).slice(0, 200).toWellFormed();
    const role = plainLine(tag.attributes.role ?? '').toLowerCase() || 'host';
    const group = (tag.attributes.group ?? '').trim().toLowerCase() || 'cast';
    const speaking = speakingRole(role);
    if (name === '' || (group !== 'cast' && speaking === 'unclear')) continue;
    const key = name.toLowerCase();
    if (!people.has(key))
      people.set(key, { name, role: speaking, title: speaking === 'unclear' ? role : null });
  }
  return [...people.values()];
}

function speakingRole(role: string): SpeakerRole {
  if (HOSTS.has(role)) return 'host';
  return GUESTS.has(role) ? 'guest' : 'unclear';
}
