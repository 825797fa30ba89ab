import { Copyable } from './copy.tsx';

/** Snippets for a key: a first call, and the settings of common MCP clients. */
export function Snippets({ webUrl, apiKey }: { webUrl: string; apiKey: string }) {
  const mcp = `${webUrl}/v1/mcp`;
  const headers = { Authorization: `Bearer ${apiKey}` };
  const json = (value: object) => JSON.stringify(value, null, 2);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Copyable label="curl" text={`curl -H "Authorization: Bearer ${apiKey}" ${webUrl}/v1/agent/me`} />
      <Copyable
        label="Claude Code"
        text={`claude mcp add --transport http earmark ${mcp} --header "Authorization: Bearer ${apiKey}"`}
      />
      <Copyable
        label="Cursor: .cursor/mcp.json"
        text={json({ mcpServers: { earmark: { url: mcp, headers } } })}
      />
      <Copyable
        label="VS Code: .vscode/mcp.json"
        text={json({ servers: { earmark: { type: 'http', url: mcp, headers } } })}
      />
    </div>
  );
}
