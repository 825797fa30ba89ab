import { Copyable } from './copy.tsx';

/** Ways to connect a common client in one click, or with an address and nothing else. */
export function ConnectButtons({ webUrl }: { webUrl: string }) {
  const url = `${webUrl}/v1/mcp/connect`;
  const cursor = Buffer.from(JSON.stringify({ url })).toString('base64');
  const code = encodeURIComponent(JSON.stringify({ name: 'earmark', type: 'http', url }));
  const links = [
    [
      'Add to Cursor',
      `cursor://anysphere.cursor-deeplink/mcp/install?name=earmark&config=${encodeURIComponent(cursor)}`,
    ],
    ['Add to VS Code', `vscode:mcp/install?${code}`],
    ['Add to Claude', 'https://claude.ai/settings/connectors?modal=add-custom-connector'],
    ['Open the connectors of ChatGPT', 'https://chatgpt.com/#settings/Connectors'],
  ] as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Copyable label="Address to give to your client" text={url} />
      <ul className="actions !list-none !pl-0 [&>li]:!mt-0">
        {links.map(([name, href]) => (
          <li key={name}>
            <a href={href} className="btn btn-plain btn-small">
              {name}
            </a>
          </li>
        ))}
      </ul>
      <Copyable label="Claude Code" text={`claude mcp add --transport http earmark ${url}`} />
    </div>
  );
}
