import { depthInWords } from '#server/features/ideas/telling.ts';

/** The depth of an idea, 1 to 5, as tally strokes and words. It says nothing about a security. */
export function Depth({ depth }: { depth: number }) {
  return (
    <span className="inline-flex items-baseline gap-1.5 whitespace-nowrap">
      <svg
        width="23"
        height="11"
        viewBox="0 0 23 11"
        aria-hidden="true"
        focusable="false"
        className="self-center"
      >
        {[0, 1, 2, 3, 4].map((stroke) => (
          <path
            key={stroke}
            d={`M${stroke * 5 + 1.5} 0.5v10`}
            stroke={stroke < depth ? 'currentColor' : 'var(--chart-rule)'}
            strokeWidth="1.8"
          />
        ))}
      </svg>
      {depthInWords(depth)}
    </span>
  );
}
