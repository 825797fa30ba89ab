'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useId, useState } from 'react';
import { counted } from '../text/format.ts';
import type { Option } from './suggested.ts';

/** Milliseconds after the last key before options are fetched. */
const SETTLED_MS = 150;

type Props = Omit<React.ComponentProps<'input'>, 'className' | 'role' | 'onChange' | 'onKeyDown'>;

/**
 * A search field that offers what the record knows while somebody types: the combobox of the ARIA practices, with the
 * focus always in the field. Enter without a chosen option sends the form, as without scripts.
 */
export function SearchField(props: Props) {
  const router = useRouter();
  const list = useId();
  const { options, chosen, type, setChosen } = useOptions();
  const close = () => type('');
  const go = (option: Option) => {
    close();
    router.push(option.href);
  };
  const keys = (event: React.KeyboardEvent) => {
    // Keys that choose among the words of an input method are no keys of this list.
    if (options.length === 0 || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      // One place more than options: the field itself.
      const places = options.length + 1;
      setChosen(((chosen + 1 + step + places) % places) - 1);
    } else if (event.key === 'Enter' && chosen >= 0) {
      event.preventDefault();
      go(options[chosen]!);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  };
  const isOpen = options.length > 0;
  return (
    <div className="relative min-w-0 flex-1">
      <input
        {...props}
        data-search=""
        autoComplete="off"
        className="field min-w-0"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={chosen >= 0 ? optionId(list, chosen) : undefined}
        onChange={(event) => type(event.target.value)}
        onKeyDown={keys}
        onBlur={close}
      />
      <Options list={list} options={options} chosen={chosen} go={go} />
      <span role="status" className="sr-only">
        {isOpen ? `${counted(options.length, 'suggestion')}: arrow keys choose` : ''}
      </span>
    </div>
  );
}

type OptionsProps = {
  /** The id of the list, from which those of its options are made. */
  list: string;
  options: readonly Option[];
  chosen: number;
  go: (option: Option) => void;
};

function Options({ list, options, chosen, go }: OptionsProps) {
  return (
    <div
      id={list}
      role="listbox"
      aria-label="Suggestions"
      hidden={options.length === 0}
      className="absolute inset-x-0 z-20 border border-t-0 border-hatch bg-paper text-[0.9375rem]"
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys of the list
        <div
          key={option.href}
          id={optionId(list, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => go(option)}
          className={`flex min-h-11 cursor-pointer items-center justify-between gap-4 px-3 ${index === chosen ? 'bg-mark' : 'hover:bg-panel'}`}
        >
          <span className="min-w-0 truncate">{option.name}</span>
          <span className="whitespace-nowrap text-sm text-soft">{option.note}</span>
        </div>
      ))}
    </div>
  );
}

function optionId(list: string, index: number): string {
  return `${list}-${index}`;
}

/** The options for what is typed, and the index of the chosen one; -1 is the field itself. */
function useOptions() {
  const [typed, setTyped] = useState('');
  const [options, setOptions] = useState<readonly Option[]>([]);
  const [chosen, setChosen] = useState(-1);
  useEffect(() => {
    if (typed.trim() === '') return;
    const asked = new AbortController();
    const timer = setTimeout(async () => {
      const found = await ask(typed, asked.signal);
      if (asked.signal.aborted) return;
      setOptions(found);
      setChosen(-1);
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [typed]);
  // Enter then sends what is typed, and does not open an option for what was typed before.
  const type = (text: string) => {
    setTyped(text);
    setChosen(-1);
    if (text.trim() === '') setOptions([]);
  };
  return { options, chosen, type, setChosen };
}

/** The options for a text; none when the request fails. */
async function ask(typed: string, signal: AbortSignal): Promise<readonly Option[]> {
  try {
    const answer = await fetch(`/search/suggest?q=${encodeURIComponent(typed)}`, { signal });
    return answer.ok ? ((await answer.json()) as Option[]) : [];
  } catch {
    return [];
  }
}
