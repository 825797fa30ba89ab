/** Redirects (303) after a form; the browser then fetches `location` by GET. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location } });
}
