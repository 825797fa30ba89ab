import { type AddressInfo, createServer, type Server } from 'node:net';
import type { Plan } from '#server/domain.ts';
import { findViewer, pageCaller } from '#server/edges/pages.ts';
import { followShow, followTicker } from '#server/features/follows/store.ts';
import type { Services } from '#server/platform/services.ts';
import { accountWithKey } from '#server/testing/api.ts';

/** An account that follows these shows (ids) and symbols, with a caller of the settings pages. Call `shareServices` first. */
export async function follower(
  services: Services,
  options: { plan?: Plan; shows?: readonly string[]; tickers?: readonly string[] } = {},
) {
  const account = await accountWithKey(services, { plan: options.plan ?? 'free' });
  const id = account.accountId as Parameters<typeof followShow>[1];
  const now = services.clock();
  for (const show of options.shows ?? []) await followShow(services.db, id, show, now);
  for (const symbol of options.tickers ?? []) await followTicker(services.db, id, symbol, now);
  const caller = async () => pageCaller(await findViewer(account.accountId), '127.0.0.1');
  return { ...account, caller };
}

/** A mail server that accepts everything, or refuses every recipient with the reply of `refusal`. `taken` holds the mails. */
export async function smtpSink(refusal: () => string | null = () => null) {
  const taken: string[] = [];
  const server: Server = createServer((socket) => {
    let data: string[] | null = null;
    let rest = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      if (data !== null) {
        if (line !== '.') return void data.push(line.replace(/^\.\./, '.'));
        taken.push(data.join('\r\n'));
        data = null;
        return say('250 taken');
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'DATA') {
        data = [];
        return say('354 go on');
      }
      if (verb === 'QUIT') return socket.end('221 bye\r\n');
      return say((verb === 'RCPT' && refusal()) || '250 ok');
    };
    say('220 sink');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) hear(line);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, taken, close: () => server.close() };
}
