import { handlers } from '../../_server/handlers.ts';

export const dynamic = 'force-dynamic';

const answer = async (request: Request) => (await handlers()).unsubscribeRoute(request);

export { answer as GET, answer as POST };
