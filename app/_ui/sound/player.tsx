/** The one player of a page, which links to a second start in place of leaving the page. */
export const PLAYER_ID = 'episode-sound';

/** An episode's sound as its show publishes it, to be played from a second; nothing is fetched before it is. */
export function Player({ url, from, className }: { url: string; from: number | null; className: string }) {
  const src = from === null ? url : `${url.split('#')[0]}#t=${from}`;
  return (
    // biome-ignore lint/a11y/useMediaCaption: the show publishes the sound; its transcript is the show's own
    <audio id={PLAYER_ID} controls preload="none" src={src} className={`${className} h-10 w-full max-w-lg`}>
      <a href={src}>Listen to the episode</a>
    </audio>
  );
}
