const PROPER =
  /^(?:AI|US|SaaS|GLP|AR|IPO|Treasuries|M&A|Taiwan|China|Chip export|Europe|India|Japan|Gulf|Bitcoin|E-commerce|[A-Z]{2,})/;

/** A theme's name as it stands inside a sentence: "venture capital", but "AI agents" and "Gulf states". */
export function insideSentence(themeName: string): string {
  return PROPER.test(themeName) ? themeName : themeName.charAt(0).toLowerCase() + themeName.slice(1);
}

/** Names of themes that are said with their article: "the US economy". */
const WITH_ARTICLE = /^(?:US )?(?:stock market|economy|dollar|deficit|government|consumer|housing market)$/;

/** A name with its article where English says one: "the stock market". */
export function withArticle(name: string): string {
  return WITH_ARTICLE.test(name) ? `the ${name}` : name;
}

/** A theme's name as something is said of it: "the stock market", "venture debt". */
export function themeInSentence(themeName: string): string {
  return withArticle(insideSentence(themeName));
}

/** What something is about, as it stands inside a sentence. */
export function nameInSentence(subject: { readonly kind: string; readonly name: string }): string {
  return subject.kind === 'theme' ? insideSentence(subject.name) : subject.name;
}
