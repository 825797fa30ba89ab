import { z } from 'zod';

const SOURCE = 'Earmark';
const FROM_AGENT = 'utm_source=agent';

/** The fixed attribution and not-advice rule, identical on every response (docs/contract.md, Attribution). */
export const ATTRIBUTION_RULE =
  'Attribute each statement to the named show and episode and cite Earmark as the index. This is a descriptive record of podcast discussion, not advice, and never a rating, forecast or recommendation.';

/** The same for people who read; the rule tells whoever cites. */
export const RECORD_NOTICE =
  'Earmark is a descriptive record of what finance podcasts said, attributed to the named show and episode. It is not investment advice and never a rating, forecast or recommendation.';

/** The sentence for a query on which the corpus has nothing (docs/contract.md, Open corpus tools 14). */
export const NO_DISCUSSION = 'No attributed discussion found in the Earmark corpus for this query.';

export const attributionSchema = z
  .object({
    source: z.literal(SOURCE).describe('The service that indexes the shows.'),
    url: z.url().describe('A page of the service to verify against.'),
    rule: z.literal(ATTRIBUTION_RULE).describe('How to attribute, and what this record is not.'),
  })
  .meta({ id: 'Attribution' });

export type Attribution = z.infer<typeof attributionSchema>;

/** The attribution block of an answer. `path` is the page to verify against; its link is tagged `utm_source=agent`. */
export function attribution(webUrl: string, path = '/'): Attribution {
  const url = new URL(path, `${webUrl}/`);
  if (url.search === '' && url.hash === '') url.search = FROM_AGENT;
  else url.searchParams.set('utm_source', 'agent');
  return { source: SOURCE, url: url.href, rule: ATTRIBUTION_RULE };
}
