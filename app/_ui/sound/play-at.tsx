'use client';

import { PLAYER_ID } from './player.tsx';

/**
 * A link to hear an episode from a second on. It starts the player of the page; without scripts, or without a player,
 * it leads to the sound.
 */
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
    // The player itself says when the sound cannot be loaded.
    player.play().catch(() => player.focus());
  };
  return (
    <a href={href} rel="noopener nofollow" onClick={play} className={className}>
      {children}
    </a>
  );
}
