const MAX_SLUG = 60;

/** A name as a path segment: lower-case ASCII words joined by hyphens; `show` when nothing is left. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return words.slice(0, MAX_SLUG).replace(/-+$/, '') || 'show';
}
