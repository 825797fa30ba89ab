/** Id of the page's one player, which `PlayAt` starts. */
export const PLAYER_ID = 'episode-sound';

/** A player of an episode's sound as its show publishes it, from a second on. Fetches nothing before it is started. */
export function Player({ url, from, className }: { url: string; from: number | null; className: string }) {
  const src = from === null ? url : `${url.split('#')[0]}#t=${from}`;
  return (
    // biome-ignore lint/a11y/useMediaCaption: the show publishes the sound; its transcript is the show's own
    <audio id={PLAYER_ID} controls preload="none" src={src} className={`${className} h-10 w-full max-w-lg`}>
      <a href={src}>Listen to the episode</a>
    </audio>
  );
}
