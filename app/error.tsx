'use client';

/**
 * Shown in place of a page that failed, within the frame of the site. It does not promise that nothing was spent: a
 * form may have been sent.
 */
export default function PageError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  /** Asks the server for the page again. Next's `reset` would only render the failed answer again. */
  retry: () => void;
}) {
  return (
    <div role="alert" className="max-w-xl">
      <h1 className="text-3xl">This page could not be made</h1>
      <p className="mt-3 text-soft">
        Something went wrong on our side. Try again; if it stays, tell the operator this number:{' '}
        <span className="code">{error.digest ?? 'none'}</span>.
      </p>
      <button type="button" className="btn mt-6" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
