import { handlers } from '../../_server/load.ts';

export const dynamic = 'force-dynamic';

const answer = async (request: Request) => (await handlers()).unsubscribeRoute(request);

export { answer as GET, answer as POST };
