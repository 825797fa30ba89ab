import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/**
 * A link to a page of the site, without prefetching. Every page is made on demand; prefetching pages that nobody
 * opens would cost the reader's connection and the server.
 */
export default function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
