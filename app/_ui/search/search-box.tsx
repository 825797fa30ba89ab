import { mostCharacters } from '#server/api/limits.ts';
import { SearchField } from './combobox.tsx';

/**
 * The search field with its button, for a form that leads to `/search`. Without `seen` its label is only for screen
 * readers.
 */
export function SearchBox({ q, seen = false }: { q?: string | undefined; seen?: boolean }) {
  return (
    <>
      <label htmlFor="q" className={seen ? 'label' : 'sr-only'}>
        {seen ? 'Ticker, company, person, show, theme or words' : 'Search'}
      </label>
      <div className="flex gap-2">
        <SearchField
          id="q"
          name="q"
          type="search"
          maxLength={mostCharacters.searchedWords}
          defaultValue={q}
          placeholder={seen ? undefined : 'Ticker or words'}
        />
        <button type="submit" className="btn">
          Search
        </button>
      </div>
    </>
  );
}
