/** A hyphenated name, `Coca-Cola`, whose parts are short enough for a narrow window. */
const JOINED_NAME = /(\p{Lu}[\p{L}\p{N}]{0,14}(?:[-‐]\p{Lu}[\p{L}\p{N}]{0,14})+)/u;

/** Text whose hyphened names stay on one line. */
export function Unbroken({ text }: { text: string }) {
  const parts = text.split(JOINED_NAME);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
