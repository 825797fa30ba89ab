import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';

/** A page, or a part of one, as HTML before any script runs; waits for the parts that load. */
export async function drawn(page: ReactNode): Promise<string> {
  const { prelude } = await prerenderToNodeStream(page);
  // React marks where two texts meet; a reader sees one.
  return (await text(prelude)).replaceAll('<!-- -->', '');
}
