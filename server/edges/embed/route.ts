import { embedPage } from '#server/edges/embed/page.ts';
import { forwardedPeer } from '#server/edges/http.ts';
import { embedKindSchema } from '#server/features/embeds/schema.ts';
import { services } from '#server/platform/services.ts';

/** The iframe page for a path that Next has taken apart; an unknown kind answers as an unknown widget. */
export async function embedPageRoute(
  request: Request,
  { kind, id }: { kind: string; id: string },
): Promise<Response> {
  const known = embedKindSchema.safeParse(kind);
  return embedPage(
    await services(),
    request,
    forwardedPeer(request),
    known.success ? known.data : 'show',
    known.success ? id : '',
  );
}
