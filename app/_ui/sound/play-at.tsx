'use client';

import { PLAYER_ID } from './player.tsx';

/** A link to hear a second. Where the page has a player, it starts there; without scripts the link leads to the sound. */
export function PlayAt(props: {
  href: string;
  second: number;
  className?: string;
  children: React.ReactNode;
}) {
  const { href, second, className, children } = props;
  const play = (event: React.MouseEvent) => {
    const player = document.getElementById(PLAYER_ID);
    if (!(player instanceof HTMLAudioElement) || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    player.currentTime = second;
    // Sound that cannot be loaded says so in the player itself.
    player.play().catch(() => player.focus());
  };
  return (
    <a href={href} rel="noopener nofollow" onClick={play} className={className}>
      {children}
    </a>
  );
}
