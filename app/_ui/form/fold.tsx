const kinds = { sm: 'fold-sm', lg: 'fold-lg' } as const;

/**
 * Content folded under a title in a narrow window, and open without the title from a width on (`from`). By style
 * alone.
 */
export function Fold(props: {
  from: keyof typeof kinds;
  title: React.ReactNode;
  /** Whether it is open in a narrow window, too, at first. */
  open?: boolean;
  className?: string;
  children: React.ReactNode;
}) {
  const { from, title, open = false, className = '', children } = props;
  return (
    <details open={open} className={`${kinds[from]} ${className}`}>
      <summary className="min-h-11 py-2.5">{title}</summary>
      {children}
    </details>
  );
}
