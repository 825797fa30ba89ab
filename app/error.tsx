'use client';

export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <div role="alert" className="max-w-xl">
      <h1 className="text-3xl">This page could not be made</h1>
      <p className="mt-3 text-soft">
        Something went wrong on our side, nothing was spent. Try again; if it stays, tell us this number:{' '}
        <span className="code">{error.digest ?? 'none'}</span>.
      </p>
      <button type="button" className="btn mt-6" onClick={reset}>
        Try again
      </button>
    </div>
  );
}
