/** The colour of a chart's bars beside their name in its legend. Forced colours would empty it. */
export function Swatch({ fill }: { fill: string }) {
  return (
    <span
      className="inline-block size-3 border border-(--chart-ink) forced-color-adjust-none"
      style={{ background: fill }}
      aria-hidden="true"
    />
  );
}
