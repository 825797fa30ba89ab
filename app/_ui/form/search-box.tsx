import { OneField } from './one-field.tsx';

/** The plain search: one field, a page of results with its own address. */
export function SearchBox({ q = '' }: { q?: string }) {
  return (
    <form action="/search">
      <OneField
        name="q"
        label="Search ideas"
        button="Search"
        field={{ type: 'search', maxLength: 200, defaultValue: q, placeholder: 'Ticker or words' }}
      />
    </form>
  );
}
