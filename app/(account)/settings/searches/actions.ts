'use server';

import type { PageCaller } from '#server/edges/pages.ts';
import { attempt } from '../../../_server/attempt.ts';
import { field } from '../../../_server/field.ts';
import type { Outcome } from '../../../_ui/outcome.ts';

const PATH = '/settings/searches';

/** Renames a saved search. */
export async function renameSearch(_before: Outcome, form: FormData): Promise<Outcome> {
  const rename = async ({ searches }: PageCaller) => {
    await searches.rename({ id: field(form, 'id'), name: field(form, 'name') });
    return 'Renamed.';
  };
  return attempt(PATH, rename, form);
}

/** Switches the alerts of a saved search on or off. */
export async function setSearchAlerts(_before: Outcome, form: FormData): Promise<Outcome> {
  const alerts = field(form, 'alerts') === 'yes';
  return attempt(PATH, async (caller) => {
    await caller.searches.setAlerts({ id: field(form, 'id'), alerts });
    if (!alerts) return 'Its alerts are off.';
    return (await caller.alerts.tellsNewIdeas())
      ? 'On: it tells you of what is published from now on.'
      : 'On, and nothing is sent yet: no channel under Alerts tells of new ideas.';
  });
}

/** Removes a saved search and its alerts. */
export async function removeSearch(_before: Outcome, form: FormData): Promise<Outcome> {
  return attempt(PATH, async ({ searches }) => {
    await searches.remove({ id: field(form, 'id') });
    return 'Removed.';
  });
}
