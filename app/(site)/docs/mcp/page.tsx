import type { Metadata } from 'next';
import { MAX_RESULT_CHARS_TEXT } from '#server/api/limits.ts';
import { ASK_BUDGET_MS, READ_BUDGET_MS } from '#server/api/meta.ts';
import { bucketPolicies } from '#server/platform/buckets/policies.ts';
import { serverSide } from '../../../_server/load.ts';
import { ConnectButtons } from '../../../_ui/form/connect-buttons.tsx';
import { Snippets } from '../../../_ui/form/snippets.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { Coded } from '../../../_ui/text/coded.tsx';

export const metadata: Metadata = {
  title: 'MCP guide',
  description:
    'Connect Claude, ChatGPT, Cursor, VS Code or an agent of your own to Earmark, with or without a key.',
  alternates: { canonical: '/docs/mcp' },
};

/** Directories of MCP servers ask for at least three. */
const FIRST_QUESTIONS = [
  'What is new since yesterday from the shows and tickers that I follow?',
  'Who argued for NVDA and who against it this year, and who changed their mind?',
  'Find the deepest arguments on who pays for the power of data centers, and save the best one.',
];

export default async function McpGuide() {
  const { env } = await (await serverSide()).services();
  return (
    <article className="prose !max-w-3xl">
      <h1 className="text-3xl">MCP guide</h1>
      <p className="text-lg text-soft">
        Add Earmark to Claude, ChatGPT, Cursor, VS Code or an agent of your own.
      </p>

      <h2>Connect with nothing pasted but an address</h2>
      <p>
        Your client opens a page of ours. Sign in there by a link in a mail, tick what the client may do, and
        allow it: that is all. What it did, and how to end it, stands under{' '}
        <Link href="/settings/connectors">Connectors</Link>.
      </p>
      <ConnectButtons webUrl={env.webUrl} />

      <h2>What to ask first</h2>
      <ul>
        {FIRST_QUESTIONS.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
      <p>The answer should name show, episode and date beside every statement.</p>

      <h2>Connect with a key</h2>
      <ol>
        <li>
          <Link href="/settings/connectors">Make a connector key</Link> with the scopes your agent needs. Read
          only is enough for most.
        </li>
        <li>
          Put it into your client, as below, in the place of YOUR_KEY. The address is{' '}
          <span className="code break-all">{env.webUrl}/v1/mcp</span>: Streamable HTTP, no session.
        </li>
      </ol>
      <Snippets webUrl={env.webUrl} apiKey="YOUR_KEY" />

      <h2>Without a key</h2>
      <p>
        The two open corpus tools answer anyone, {bucketPolicies.keyless.quota} calls a minute per address.
        Leave the header out and connect to the same address. A free-tier key from{' '}
        <span className="code">POST /v1/agent/keys</span> widens that to {bucketPolicies.key.quota}.
      </p>

      <Tools />

      <h2>Good to know</h2>
      <ul>
        <li>
          A result holds at most {MAX_RESULT_CHARS_TEXT} characters. A longer list is cut between entries and
          says so; page on with its cursor.
        </li>
        <li>
          Reads may take {READ_BUDGET_MS / 1000} seconds, a question {ASK_BUDGET_MS / 1000}. Past that the
          tool answers with the error “timeout”.
        </li>
        <li>
          An error says whether trying again can help. Plan limits carry the moment at which they reset.
        </li>
        <li>
          A connection can ask for fewer tools: the header{' '}
          <span className="code break-all">X-MCP-Readonly: true</span> leaves out those that change something
          or spend a question, <span className="code break-all">?include=</span> with their names all but
          those.
        </li>
        <li>Pass the attribution on: name the show and the episode, and cite Earmark as the index.</li>
      </ul>
    </article>
  );
}

/** Every tool with the scope that it needs. */
async function Tools() {
  const tools = (await serverSide()).mcpTools();
  return (
    <>
      <h2>Tools</h2>
      <p>An agent sees the tools its key allows, and no others.</p>
      <dl className="border-t border-rule">
        {tools.map((tool) => (
          <div key={tool.name} className="border-b border-rule py-3">
            <dt className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="code">{tool.name}</span>
              <span className="text-sm text-soft">{tool.scope ?? 'open, no key needed'}</span>
            </dt>
            <dd className="mt-1 text-[0.9375rem]">
              <Coded text={tool.description} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
