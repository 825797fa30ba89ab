import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/**
 * A link to a page of the site, fetched when it is followed and not before: every page is made on demand, and those
 * that nobody opens would cost the reader's line and the server alike.
 */
export default function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
