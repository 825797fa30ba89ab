import { handleAuth } from '../../../(auth)/session.ts';

/** What the library of sessions answers: signing in by link, and signing out. */
export { handleAuth as GET, handleAuth as POST };
