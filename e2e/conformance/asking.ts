import { randomUUID } from 'node:crypto';
import { INVALID_PARAMS, RpcError } from '#server/edges/mcp/protocol/rpc-error.ts';
import type { Brought } from '#server/edges/mcp/surface.ts';

// The suite's tools and prompt that ask the client for something and go on with its answer (2026-07-28). Tests only.

const MISSING_CAPABILITY = -32021;

const elicitation = (message: string, field: string, type = 'string') => ({
  method: 'elicitation/create',
  params: {
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type } }, required: [field] },
  },
});
const sampling = (words: string) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens: 100 },
});
const roots = { method: 'roots/list', params: {} };

const done = (words: string) => ({ content: [{ type: 'text', text: words }] });

type Inputs = Readonly<Record<string, object>>;

/** A tool that asks for `inputs` until each is answered, then completes. A `state` that it hands out must come back unchanged. */
function asks(inputs: Inputs, complete: () => object, state?: string): (brought: Brought) => object {
  return ({ inputResponses = {}, requestState }) => {
    if (state && requestState !== undefined && requestState !== state)
      throw new RpcError(INVALID_PARAMS, 'The state was not handed out here');
    const open = Object.entries(inputs).filter(([name]) => inputResponses[name] === undefined);
    if (open.length === 0 && requestState === state) return complete();
    const inputRequests = open.length > 0 ? Object.fromEntries(open) : inputs;
    return { resultType: 'input_required', inputRequests, ...(state ? { requestState: state } : {}) };
  };
}

const steps = [randomUUID(), randomUUID()];
const name = elicitation('What is your name?', 'name');

function multiRound(brought: Brought): object {
  const [first, second] = steps as [string, string];
  if (brought.requestState === second)
    return asks(
      { step2: elicitation('Step 2: What is your favorite color?', 'color') },
      () => done('All steps'),
      second,
    )(brought);
  const next = () => ({
    resultType: 'input_required',
    inputRequests: { step2: elicitation('Step 2: What is your favorite color?', 'color') },
    requestState: second,
  });
  return asks({ step1: elicitation('Step 1: What is your name?', 'name') }, next, first)(brought);
}

/** Asks the client only for what it says it can do. */
function withinCapabilities(brought: Brought): object {
  const all = { elicitation: name, sampling: sampling('Generate a greeting'), roots };
  const able = Object.entries(all).filter(([ability]) => brought.capabilities?.[ability] !== undefined);
  return asks(Object.fromEntries(able), () => done('Answered'))(brought);
}

function needsSampling({ capabilities }: Brought): object {
  if (capabilities?.sampling !== undefined) return done('Sampling is there');
  throw new RpcError(MISSING_CAPABILITY, 'This tool needs sampling', {
    requiredCapabilities: { sampling: {} },
  });
}

export const askingTools: Readonly<Record<string, (brought: Brought) => object>> = {
  test_input_required_result_elicitation: asks({ user_name: name }, () => done('Hello!')),
  test_input_required_result_sampling: asks(
    { capital_question: sampling('What is the capital of France?') },
    () => done('Sampled'),
  ),
  test_input_required_result_list_roots: asks({ client_roots: roots }, () => done('Roots seen')),
  test_input_required_result_request_state: asks(
    { confirm: elicitation('Please confirm', 'ok', 'boolean') },
    () => done('state-ok'),
    randomUUID(),
  ),
  test_input_required_result_multiple_inputs: asks(
    { user_name: name, greeting: sampling('Generate a greeting'), client_roots: roots },
    () => done('All three'),
    randomUUID(),
  ),
  test_input_required_result_multi_round: multiRound,
  test_input_required_result_tampered_state: asks(
    { confirm: elicitation('Please confirm', 'ok', 'boolean') },
    () => done('Confirmed'),
    randomUUID(),
  ),
  test_input_required_result_capabilities: withinCapabilities,
  test_missing_capability: needsSampling,
  test_streaming_elicitation: asks({ user_name: name }, () => done('Elicited')),
  test_logging_tool: () => done('Nothing was logged'),
};

export const askingPrompt = asks(
  { user_context: elicitation('What context should the prompt use?', 'context') },
  () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'With the context given.' } }] }),
);
