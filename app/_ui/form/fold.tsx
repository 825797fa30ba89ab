const kinds = { sm: 'fold-sm', lg: 'fold-lg' } as const;

/** Folded under its title on a narrow window, open without it on a wide one (`from`): by style alone, no script runs. */
export function Fold(props: {
  from: keyof typeof kinds;
  title: React.ReactNode;
  className?: string;
  children: React.ReactNode;
}) {
  const { from, title, className = '', children } = props;
  return (
    <details className={`${kinds[from]} ${className}`}>
      <summary className="min-h-11 py-2.5">{title}</summary>
      {children}
    </details>
  );
}
