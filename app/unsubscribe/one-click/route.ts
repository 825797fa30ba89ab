import { handlers } from '../../_server/load.ts';

export const dynamic = 'force-dynamic';

/** Ends a mail for the button of a mail program (RFC 8058). */
const answer = async (request: Request) => (await handlers()).unsubscribeRoute(request);

export { answer as GET, answer as POST };
