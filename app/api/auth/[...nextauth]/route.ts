import { handleAuth } from '../../../(auth)/session.ts';

export { handleAuth as GET, handleAuth as POST };
