/** The plain search: one field, a page of results with its own address. */
export function SearchBox({ q = '' }: { q?: string }) {
  return (
    <form action="/search" className="flex gap-2">
      <label htmlFor="q" className="sr-only">
        Search ideas
      </label>
      <input
        id="q"
        name="q"
        type="search"
        maxLength={200}
        defaultValue={q}
        placeholder="Ticker, company or words"
        className="field min-w-0"
      />
      <button type="submit" className="btn">
        Search
      </button>
    </form>
  );
}
