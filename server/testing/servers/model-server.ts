import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The reply to one request: a text, or a failure. */
export type Reply =
  /** `cut`: the server says that the text reached the longest it may be. */
  | { readonly text: string; readonly cut?: true }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly message?: string }
  | 'refuses'
  | 'hangs'
  | 'cuts off'
  | 'goes on and on';

/** A request as the server saw it. */
export type ModelRequest = {
  readonly path: string;
  readonly body: Record<string, unknown>;
  /** The system and user text, whatever the protocol. */
  readonly prompt: string;
};

export type ModelServer = {
  /** What to set as EARMARK_MODEL_BASE_URL. */
  readonly url: string;
  readonly requests: ModelRequest[];
  /** Replies to come, one for each request; the last one repeats. */
  replies: Reply[];
  close(): Promise<void>;
};

export const USAGE = { inputTokens: 1000, outputTokens: 100 };

/** A server that speaks the OpenAI-compatible and the Anthropic protocol and gives the replies that a test set. */
export async function modelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    requests.push({ path: request.url ?? '', body, prompt: JSON.stringify(body) });
    const reply = given.replies.length > 1 ? given.replies.shift() : given.replies[0];
    answer(response, reply ?? { status: 500 }, body, request.url?.endsWith('/messages') === true);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const given: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    replies: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return given;
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const part of request) text += part;
  return JSON.parse(text);
}

function answer(response: ServerResponse, reply: Reply, body: Record<string, unknown>, anthropic: boolean) {
  if (reply === 'hangs') return;
  if (typeof reply === 'object' && 'status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(
      JSON.stringify({
        type: 'error',
        error: { type: 'error', message: reply.message ?? `status ${reply.status}` },
      }),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  if (reply === 'goes on and on') return void endless(response);
  const told =
    reply === 'refuses' ? { text: null } : reply === 'cuts off' ? { text: '{"ideas": []}' } : reply;
  const full = JSON.stringify(anthropic ? messages(told, body) : completions(told));
  if (reply !== 'cuts off') return void response.end(full);
  response.write(full.slice(0, full.length / 2), () => response.destroy());
}

type Told = { readonly text: string | null; readonly cut?: true };

function completions({ text: content, cut }: Told) {
  return {
    id: '1',
    object: 'chat.completion',
    created: 1,
    model: 'local',
    choices: [{ index: 0, finish_reason: cut ? 'length' : 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: USAGE.inputTokens, completion_tokens: USAGE.outputTokens, total_tokens: 1100 },
  };
}

/** An Anthropic answer: input of the request's tool, or text if there is none, or if the answer is cut or refused. */
function messages({ text, cut }: Told, body: Record<string, unknown>) {
  const tool = cut || text === null ? undefined : (body.tools as { name: string }[] | undefined)?.[0];
  return {
    id: '1',
    type: 'message',
    role: 'assistant',
    model: 'local',
    content: tool
      ? [{ type: 'tool_use', id: 't1', name: tool.name, input: JSON.parse(text ?? '') }]
      : [{ type: 'text', text: text ?? '' }],
    stop_reason: cut ? 'max_tokens' : tool ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: USAGE.inputTokens, output_tokens: USAGE.outputTokens },
  };
}

function endless(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed) if (!response.write('{"ideas": ['.repeat(1000))) break;
  };
  response.on('drain', more);
  response.on('error', () => undefined);
  more();
}
