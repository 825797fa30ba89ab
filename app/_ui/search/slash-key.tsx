'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** The key `/` goes to the search field of the page, or else to the search page. */
export function SlashKey() {
  const router = useRouter();
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
      const at = event.target;
      if (at instanceof HTMLElement && (at.isContentEditable || at.matches('input, textarea, select')))
        return;
      event.preventDefault();
      const field = document.querySelector<HTMLInputElement>('[data-search]');
      if (field) field.focus();
      else router.push('/search');
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [router]);
  return null;
}
