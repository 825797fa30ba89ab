import { stanceInWords } from '#server/features/ideas/telling.ts';

/** A shape for each stance, beside its word, so that nobody has to tell stances apart by colour. */
const shapes: Readonly<Record<string, React.ReactNode>> = {
  bullish: <path d="M6 1.5 11 10.5H1z" fill="var(--chart-ink)" />,
  bearish: <path d="M1 1.5h10L6 10.5z" fill="var(--chart-ochre)" stroke="var(--chart-ink)" />,
  balanced: <path d="M1 4h10M1 8h10" stroke="var(--chart-ink)" strokeWidth="1.8" />,
  neutral: <path d="M1 6h10" stroke="var(--chart-ink)" strokeWidth="1.8" />,
  mixed: <path d="M3 2 5.5 10h-5zM6.5 2h5L9 10z" fill="none" stroke="var(--chart-ink)" />,
};

/** A stance as a word with its shape. A stance that is not told has no shape. */
export function StanceMark({ stance }: { stance: string | null }) {
  const shape = stance === null ? undefined : shapes[stance.toLowerCase()];
  return (
    <span className={`inline-flex items-baseline gap-1.5 whitespace-nowrap ${shape ? 'text-ink' : ''}`}>
      {shape ? (
        <svg
          width="12"
          height="12"
          viewBox="0 0 12 12"
          aria-hidden="true"
          focusable="false"
          className="self-center"
        >
          {shape}
        </svg>
      ) : null}
      {stanceInWords(stance)}
    </span>
  );
}
