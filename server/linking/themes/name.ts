import { uncapitalised } from '#server/language/phrasing.ts';

const PROPER =
  /^(?:Trump|Bittensor|AI|US|SaaS|GLP|AR|IPO|Treasuries|M&A|Taiwan|China|Chip export|Europe|India|Japan|Gulf|Bitcoin|E-commerce|[A-Z]{2,})/;

/** A theme's name as it stands inside a sentence: "venture capital", but "AI agents" and "Gulf states". */
export function insideSentence(themeName: string): string {
  return PROPER.test(themeName) ? themeName : uncapitalised(themeName);
}

/** Themes that are said with an article: "the US economy". */
const WITH_ARTICLE = /^(?:US )?(?:stock market|economy|dollar|deficit|government|consumer|housing market)$/;

/** A name with its article, if it is said with one. */
export function withArticle(name: string): string {
  return WITH_ARTICLE.test(name) ? `the ${name}` : name;
}

/** A theme's name inside a sentence, with its article: "the stock market", "venture debt". */
export function themeInSentence(themeName: string): string {
  return withArticle(insideSentence(themeName));
}

/** The subject of a stored idea. */
type Stored = { readonly subjectKind: string; readonly subjectName: string };

/** A stored subject inside a sentence: "the stock market", "venture debt", "Nvidia". */
export function subjectInSentence({ subjectKind, subjectName }: Stored): string {
  return subjectKind === 'theme' ? themeInSentence(subjectName) : withArticle(subjectName);
}

/** A subject's name inside a sentence, without article. */
export function nameInSentence(subject: { readonly kind: string; readonly name: string }): string {
  return subject.kind === 'theme' ? insideSentence(subject.name) : subject.name;
}
