import { Copyable } from './copy.tsx';

type Props = { readonly webUrl: string };

/**
 * How to connect each common client with nothing but an address: one click where the client has an install link, else
 * its steps.
 */
export function ConnectButtons({ webUrl }: Props) {
  const url = `${webUrl}/v1/mcp/connect`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Copyable label="Address to give to any client" text={url} />
      <dl className="border-t border-rule">
        <Client name="Claude, on the web, the desktop and the phone">
          <Button href={claudeLink(url)}>Add to Claude</Button>
          <p>
            The dialog opens with name and address filled in: choose Add, then Connect. For a team, an owner
            adds it once and every member connects.
          </p>
        </Client>
        <Client name="ChatGPT">
          <Button href="https://chatgpt.com/#settings/Connectors">Open the settings of ChatGPT</Button>
          <p>
            Under Apps, Advanced settings, switch on Developer mode. Go back, choose Create, paste the
            address, leave OAuth as the way to sign in, and create it.
          </p>
        </Client>
        <Client name="Cursor">
          <Button href={cursorLink(url)}>Add to Cursor</Button>
          <p>Choose Install, then Connect beside the new server.</p>
        </Client>
        <Client name="VS Code">
          <Button href={vsCodeLink(url)}>Add to VS Code</Button>
          <p>Choose Install, then allow the sign-in that VS Code asks for when the server starts.</p>
        </Client>
        <Client name="Claude Code">
          <Copyable label="Command" text={`claude mcp add --transport http earmark ${url}`} />
          <p>
            Then type <span className="code">/mcp</span> in Claude Code, choose earmark and Authenticate.
          </p>
        </Client>
        <Client name="Codex">
          <Copyable label="Commands" text={`codex mcp add earmark --url ${url}\ncodex mcp login earmark`} />
        </Client>
      </dl>
      {webUrl.startsWith('https:') ? null : (
        <p className="note">
          This service runs at <span className="code break-all">{webUrl}</span>. Claude and ChatGPT call from
          the internet, over https alone: they cannot reach it. Cursor, VS Code, Claude Code and Codex can, on
          this machine.
        </p>
      )}
    </div>
  );
}

function Client({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-2 border-b border-rule py-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="font-semibold">{name}</dt>
      <dd className="grid min-w-0 grid-cols-[minmax(0,1fr)] justify-items-start gap-2 [&>div]:w-full">
        {children}
      </dd>
    </div>
  );
}

function Button({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <a href={href} className="btn btn-plain btn-small">
      {children}
    </a>
  );
}

/** claude.com/docs: the dialog for a custom connector, filled in. */
function claudeLink(url: string): string {
  const query = new URLSearchParams({
    modal: 'add-custom-connector',
    connectorName: 'Earmark',
    connectorUrl: url,
  });
  return `https://claude.ai/customize/connectors?${query}`;
}

/** cursor.com/docs/mcp/install-links. */
function cursorLink(url: string): string {
  const config = Buffer.from(JSON.stringify({ url })).toString('base64');
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=earmark&config=${encodeURIComponent(config)}`;
}

/** code.visualstudio.com: URL handler of MCP servers. */
function vsCodeLink(url: string): string {
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'earmark', type: 'http', url }))}`;
}
