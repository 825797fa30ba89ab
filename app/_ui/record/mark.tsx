/** The logo: a page with its corner turned down. `size` is in CSS pixels. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden="true" focusable="false">
      <path d="M3 1.5h10.5L19 7v13.5H3z" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M13.5 1.5V7H19z" fill="var(--accent)" stroke="currentColor" strokeWidth="1.2" />
    </svg>
  );
}
