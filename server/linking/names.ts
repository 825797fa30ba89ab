/** What an exchange file adds to a company's name: the class of the security, and notes. */
const SECURITY_CLASS = [
  /\s+-\s+(?:[a-z]+\s+){0,3}(?:shares?|stock|units?|warrants?|rights?|adrs?|adss?|receipts?|class|series|depositary)\b.*$/i,
  /\s+\((?:the\)|name |[A-Z])[^)]*\)?.*$/i,
  /\s+(?:new york|ny)\s+regist.*$/i,
  /\s+trading under\b.*$/i,
  /,?\s+(?:sponsored|unsponsored|exchangeable|registered|american depositary|depositary|limited voting|subordinate voting|ordinary|common|capital|voting|non-voting)\s+(?:shares?|stock|units?|adrs?|adss?|receipts?|depositary|voting|limited)\b.*$/i,
  /,?\s+(?:sponsored|unsponsored|adrs?|adss?|american depositary)\b.*$/i,
  /,?\s+class\s+[a-z]\b.*$/i,
  /,?\s+(?:shares? of|representing)\b.*$/i,
];

/** The SEC marks a state or a country of origin: `COSTCO WHOLESALE CORP /NEW`, `PFIZER INC/DE/`. */
const SEC_MARK = /\s*[/\\](?:[A-Z]{2,4}|ADR|NEW|CAN)[/\\]?\s*$/;

const LEGAL_FORM =
  /[\s,]+(?:inc|incorporated|corp|corporation|co|company|companies|ltd|limited|llc|l\.l\.c|lp|l\.p|plc|p\.l\.c|n\.?v|b\.v|bv|s\.?a|s\.?e|a\.?g|a\/s|asa|ab|oyj|spa|s\.p\.a|kgaa|s\.?a\.?b\.? de c\.?v|s\.?a\.? de c\.?v|public limited company|trust|reit|new|series \d+|the|de|of|&)\.?$/i;

/** The name people say: `Applied Materials` for `Applied Materials, Inc. - Common Stock`. A name of legal words only is kept. */
export function spokenName(legalName: string): string {
  const whole = legalName.normalize('NFKC').replace(/\s+/g, ' ').trim();
  let name = once(SECURITY_CLASS.reduce((text, pattern) => text.replace(pattern, ''), whole));
  for (;;) {
    const shorter = name
      .replace(SEC_MARK, '')
      .replace(LEGAL_FORM, '')
      .replace(/[,\s&]+$/, '');
    if (shorter === name || shorter === '') break;
    name = shorter;
  }
  name = name.replace(/^the\s+(?=\S)/i, '');
  if (name.length < 2) return whole;
  return isShouted(name) ? titleCase(name) : name;
}

/** The exchange file sometimes writes a company twice over (`Cinemark Holdings Inc Cinemark Holdings, Inc.`). */
function once(name: string): string {
  const first = name.split(' ')[0] ?? '';
  const again = name.indexOf(` ${first} `, first.length);
  return first.length >= 5 && again > 0 ? name.slice(0, again) : name;
}

/** Company slug: lower case ASCII words joined by hyphens (docs/contract.md, IdeaCard 8). A full stop joins: `U.S.` is `us`. */
export function companySlug(name: string): string {
  return hyphenated(name.normalize('NFKD').replaceAll('.', ''));
}

/** A name as lower case ASCII words joined by hyphens, with `and` for `&`. Empty if it has no ASCII letter or digit. */
export function hyphenated(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

function isShouted(name: string): boolean {
  return name.length > 4 && name === name.toUpperCase() && /[A-Z]{3}/.test(name);
}

/** Words without a vowel are initials (`HDFC`, `SPDR`) and keep their capitals. */
function titleCase(name: string): string {
  return name.replace(/[\p{L}\p{N}]+/gu, (word) =>
    /[AEIOUY]/.test(word) || /^(?:ST|MT|DR|MR)$/.test(word)
      ? word.charAt(0) + word.slice(1).toLowerCase()
      : word,
  );
}
