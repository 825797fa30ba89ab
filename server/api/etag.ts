import { hash } from 'node:crypto';

/** A weak ETag of content. */
export function etagOf(content: string | Uint8Array): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
}

/** Whether `If-None-Match` names this ETag, by weak comparison (RFC 9110, 13.1.2). */
export function etagMatches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const plain = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => plain(tag) === plain(etag));
}
