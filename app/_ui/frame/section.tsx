/** A section of a page under a small title. */
export function Section(props: {
  id: string;
  title: React.ReactNode;
  className?: string;
  children: React.ReactNode;
}) {
  const { id, title, className, children } = props;
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="kicker">
        {title}
      </h2>
      {children}
    </section>
  );
}
