'use client';

/** Shown when not even the frame of a page could be rendered, for example while the database is away. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body
        style={{ fontFamily: 'Georgia, serif', maxWidth: '36rem', margin: '4rem auto', padding: '0 1rem' }}
      >
        <title>Earmark is not available</title>
        <h1>Earmark cannot answer just now</h1>
        <p>
          Something went wrong on our side. Try again in a minute; if it stays, tell the operator this number:{' '}
          {error.digest ?? 'none'}.
        </p>
        <p>
          <a href="/">Try again</a>
        </p>
      </body>
    </html>
  );
}
