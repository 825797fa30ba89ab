import { z } from 'zod';
import { ATTRIBUTION_RULE } from '#server/api/attribution.ts';
import { INVALID_PARAMS, RpcError } from '#server/edges/mcp/protocol/rpc-error.ts';
import { serves } from '#server/edges/mcp/selection.ts';
import type { Handler, Session } from '#server/edges/mcp/surface.ts';
import { findTool } from '#server/edges/mcp/tools.ts';
import { canonicalSymbol } from '#server/linking/canonical-symbol.ts';

type Prompt = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: true;
  }[];
  /** The prompt is offered only to callers with this tool. */
  readonly needs: string;
  readonly text: (given: Readonly<Record<string, string>>) => string;
};

const HOUSE_RULE = `Beside every statement name its show, episode, air date and second as the tools serve them, keep quotes to the letter, and add nothing the tools did not say. ${ATTRIBUTION_RULE}`;

const prompts: readonly Prompt[] = [
  {
    name: 'morning_digest',
    title: 'Morning digest',
    description:
      'What the shows and tickers you follow were discussed for since yesterday, in one short note.',
    arguments: [],
    needs: 'service_digest',
    text: () =>
      `Call service_digest once. Write a note of at most ten lines: first what concerns tickers I hold or follow, then the rest, each line one idea with its stance, or that it is not told, and how deeply it was argued. Where two shows disagree on one ticker, say so in one line. Open no idea in full. If the digest is incomplete or not personal, say that first. ${HOUSE_RULE}`,
  },
  {
    name: 'opposing_views',
    title: 'Opposing views on a ticker',
    description: 'Who argued for and who against a ticker, side by side, and who changed their mind.',
    arguments: [{ name: 'ticker', description: 'Symbol, such as NVDA or BRK.B.', required: true }],
    needs: 'service_thesis_history',
    text: ({ ticker }) =>
      `Call service_thesis_history and service_ticker_stance_timeline for ${ticker}. Set out the strongest argument of the bullish side and of the bearish side in equal length, with who made it and when; then what would settle the matter, if a show said; then who changed stance and when, as a change of mind only where the timeline names one speaker before and after. If one side was not argued, say that it was not, and do not argue it yourself; a statement whose stance is not told is no side. If history is locked, say so. ${HOUSE_RULE}`,
  },
];

const asking = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.string().max(64)).optional(),
});

/** The `prompts/*` methods for one caller, who has the prompts of its tools. */
export function promptHandlers(session: Session): Readonly<Record<string, Handler>> {
  return {
    'prompts/list': () => ({
      prompts: promptsFor(session).map(({ name, title, description, arguments: takes }) => ({
        name,
        title,
        description,
        arguments: takes,
      })),
    }),
    'prompts/get': (params) => {
      const asked = asking.safeParse(params);
      if (!asked.success) throw new RpcError(INVALID_PARAMS, 'Invalid params: name and arguments are texts');
      const prompt = promptsFor(session).find(({ name }) => name === asked.data.name);
      if (!prompt) throw new RpcError(INVALID_PARAMS, `Unknown prompt: ${asked.data.name.slice(0, 128)}`);
      const given = asked.data.arguments ?? {};
      const text = prompt.text(
        Object.fromEntries(prompt.arguments.map(({ name }) => [name, symbolOf(name, given[name] ?? '')])),
      );
      return {
        description: prompt.description,
        messages: [{ role: 'user', content: { type: 'text', text } }],
      };
    },
  };
}

/** The symbol that an argument names, as all arguments do. Other text would stand among the instructions of a model. */
function symbolOf(name: string, written: string): string {
  if (written.trim() === '') throw new RpcError(INVALID_PARAMS, `Argument ${name} is required`);
  const symbol = canonicalSymbol(written);
  if (symbol === null) throw new RpcError(INVALID_PARAMS, `Argument ${name} is not a ticker symbol`);
  return symbol;
}

/** Whether a prompt is one of ours, for completion. */
export function isPrompt(name: string): boolean {
  return prompts.some((prompt) => prompt.name === name);
}

function promptsFor(session: Session): readonly Prompt[] {
  return prompts.filter(({ needs }) => serves(session, findTool(needs)!));
}
