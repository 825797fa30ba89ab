/** How a legal name becomes the name people say, and a name its slug. */

/** What an exchange file adds after the company: the class of the security. */
const SECURITY_CLASS =
  /\s+-\s+.*$|\s+(?:Class\s+[A-Z]\s+)?(?:Common\s+(?:Stock|Shares?|Units?)|Ordinary\s+Shares?|Subordinate\s+Voting\s+Shares?|American\s+Depositary\s+Shares?|Depositary\s+Shares?|Capital\s+Stock|ADSs?|ADRs?|Shares?\s+of\s+Beneficial\s+Interest)\b.*$/i;

/** The SEC marks a state or a country of origin: `COSTCO WHOLESALE CORP /NEW`, `PFIZER INC/DE/`. */
const SEC_MARK = /\s*[/\\](?:[A-Z]{2,4}|ADR|NEW|CAN)[/\\]?\s*$/;

const LEGAL_FORM =
  /[\s,]+(?:inc|incorporated|corp|corporation|co|company|companies|ltd|limited|llc|l\.?l\.?c|lp|l\.p|plc|p\.l\.c|n\.?v|s\.?a|s\.?e|a\.?g|a\/s|asa|ab|oyj|spa|s\.p\.a|bv|kgaa|sab de cv|public limited company|trust|reit)\.?$/i;

const CLASS_WORD = /[\s,]+(?:class [a-c]|series \d+|\(the\)|the|& co|and co|de|of)\.?$/i;

/** Words that people leave off when they speak of a company. */
const CORPORATE_WORD =
  /[\s,]+(?:holdings?|group|international|technologies|technology|global|enterprises?|systems|worldwide|partners|bancorp|bancorporation|bancshares|pharmaceuticals?|therapeutics|platforms|software|networks|labs)$/i;

/** `Applied Materials, Inc. - Common Stock` to `Applied Materials`. Never empty: a name of legal words only is kept. */
export function spokenName(legalName: string): string {
  const whole = legalName.normalize('NFKC').replace(/\s+/g, ' ').trim();
  let name = whole.replace(SECURITY_CLASS, '').trim();
  for (;;) {
    const shorter = name
      .replace(SEC_MARK, '')
      .replace(CLASS_WORD, '')
      .replace(LEGAL_FORM, '')
      .replace(/[,\s]+$/, '');
    if (shorter === name || shorter === '') break;
    name = shorter;
  }
  name = name.replace(/^the\s+(?=\S+\s+\S)/i, '');
  return isShouted(name) ? titleCase(name) : name || whole;
}

/** The name without its corporate tail (`Coinbase Global` to `Coinbase`), or null when nothing is left off. */
export function shortName(spoken: string): string | null {
  let name = spoken;
  for (;;) {
    const shorter = name.replace(CORPORATE_WORD, '');
    if (shorter === name) break;
    name = shorter;
  }
  return name !== spoken && name.length >= 4 ? name : null;
}

/** Company slug: lower case ASCII words joined by hyphens (SPEC.md IdeaCard `entities`). */
export function companySlug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/['’.]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

function isShouted(name: string): boolean {
  return name.length > 4 && name === name.toUpperCase() && /[A-Z]{3}/.test(name);
}

function titleCase(name: string): string {
  return name
    .toLowerCase()
    .replace(/(^|[\s\-/&.(])(\p{L})/gu, (_, gap: string, letter: string) => gap + letter.toUpperCase());
}
