/**
 * Content that scrolls sideways when it is wider than the window, also by keys. `label` names it for a screen reader.
 */
export function Scrolled(props: { label: string; className?: string; children: React.ReactNode }) {
  const { label, className = '', children } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keys
    <section className={`overflow-x-auto ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
