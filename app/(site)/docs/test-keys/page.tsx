import type { Metadata } from 'next';
import { errorCodes, errorTable } from '#server/api/errors.ts';
import { TEST_HEADER, TEST_RETRY_SECONDS, testId, testWord } from '#server/api/test-keys/rules.ts';
import { bucketPolicies } from '#server/platform/buckets/policies.ts';
import { serverSide } from '../../../_server/load.ts';
import { Copyable } from '../../../_ui/form/copy.tsx';
import Link from '../../../_ui/frame/link.tsx';

export const metadata: Metadata = {
  title: 'Test keys',
  description:
    'A key that sees sample shows alone, spends nothing, and is refused whenever your test wants it.',
  alternates: { canonical: '/docs/test-keys' },
};

const codes = errorCodes.toSorted((a, b) => errorTable[a].status - errorTable[b].status);

export default async function TestKeys() {
  const { env } = await (await serverSide()).services();
  return (
    <article className="prose">
      <h1 className="text-3xl">Test keys</h1>
      <p className="text-lg text-soft">
        A test key begins with <span className="code">emk_test_</span>. Make one under{' '}
        <Link href="/settings/connectors">Connectors</Link>; it works wherever a key does, over REST and MCP.
      </p>

      <h2>What it sees</h2>
      <ul>
        <li>Fictional sample shows, and nothing else. No live key sees them.</li>
        <li>
          Always the same day, the one that the digest names, so that your tests find today what they found
          yesterday. What the key follows, saves and asks is kept until midnight, UTC.
        </li>
        <li>The first call may answer 503 with a Retry-After, while the samples are prepared.</li>
        <li>The pages that its ideas link to are not served.</li>
      </ul>

      <h2>What it spends</h2>
      <p>
        Nothing: no read, no question, no follow and no save of your account, nor any of its{' '}
        {bucketPolicies.account.quota} requests an hour. In the samples it is on Premium. It may make{' '}
        {bucketPolicies.key.quota} requests a minute.
      </p>

      <h2>Any refusal, when you want it</h2>
      <p>
        The header <span className="code">{TEST_HEADER}</span> asks for one, by status or by code. The answer
        has the headers and the body of the real one; its Retry-After is {TEST_RETRY_SECONDS} seconds.
      </p>
      <Copyable
        label="A spent allowance"
        text={`curl -i '${env.webUrl}/v1/agent/ideas/${testId(402)}' \\\n  -H 'Authorization: Bearer emk_test_...'`}
      />
      <Copyable
        label="Too many requests"
        text={`curl -i '${env.webUrl}/v1/agent/me' \\\n  -H 'Authorization: Bearer emk_test_...' -H '${TEST_HEADER}: 429'`}
      />
      <p>
        Where no header can be sent, as in a tool call, a value asks for the same: the word{' '}
        <span className="code">{testWord(402)}</span> as a symbol, a show or a text, the id{' '}
        <span className="code break-all">{testId(402)}</span> as an id. A status stands for the first code of
        the route that has it; <span className="code">expired</span> is a 401 with its reason.
      </p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            {errorTable[code].status} <span className="code break-all">{code}</span>:{' '}
            {errorTable[code].message}
          </li>
        ))}
      </ul>
      <p>
        Only what a route may answer can be asked of it: <Link href="/docs/api">the reference</Link> lists
        that. 404, 405, 406, 413, 415 and 422 come by themselves, too, to whoever sends what they are for.
        Over MCP 401, 429, 503 and <span className="code break-all">origin_not_allowed</span> by header answer
        the whole request; everything else is a tool’s result.
      </p>
      <p>
        <span className="code break-all">POST /v1/agent/keys</span> needs no key, but hears the header beside
        a test key: 429 is its own <span className="code">key_limit</span>, 409 the one that Connectors would
        show at an eleventh key.
      </p>
    </article>
  );
}
