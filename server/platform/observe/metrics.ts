import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Histogram buckets from a cached answer to the longest budget, in seconds. */
const ANSWER_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const registry = new Registry();

/** What this process counts, served at `/metrics`. */
export const metrics = { registry, ...ofAnswers(), ...ofEpisodes(), ...ofSending(), ...ofModels() };

function ofAnswers() {
  return {
    requests: counter('earmark_requests_total', 'Requests answered, by edge, route and status.', [
      'edge',
      'route',
      'status',
    ]),
    requestSeconds: new Histogram({
      name: 'earmark_request_duration_seconds',
      help: 'Seconds from the head of a request to the end of its answer, by edge and route.',
      labelNames: ['edge', 'route'],
      buckets: ANSWER_SECONDS,
      registers: [registry],
    }),
    pagesKept: counter('earmark_pages_kept_total', 'Public pages answered, from memory or rendered.', [
      'from',
    ]),
    answersKept: counter(
      'earmark_answers_kept_total',
      'Answers that may be kept, given from memory or from the record.',
      ['from'],
    ),
    callsUnwritten: counter(
      'earmark_calls_unwritten_total',
      'Calls left out of what holders see of their keys, since too many waited to be written.',
      [],
    ),
    toolErrors: counter('earmark_tool_errors_total', 'MCP tool results that are errors.', ['tool', 'error']),
  };
}

function ofEpisodes() {
  return {
    polls: counter('earmark_feed_polls_total', 'Polls of feeds, by what they found.', ['result']),
    episodes: counter('earmark_episodes_worked_total', 'Steps taken with episodes, by how they ended.', [
      'result',
    ]),
    inWork: new Gauge({
      name: 'earmark_episodes_in_work',
      help: 'Episodes that this process is at.',
      registers: [registry],
    }),
    extractionSeconds: counter(
      'earmark_extraction_seconds_total',
      'Seconds spent on extracting ideas, by engine.',
      ['engine'],
    ),
    talkSeconds: counter(
      'earmark_extraction_talk_seconds_total',
      'Seconds of talk that ideas were extracted from, by engine.',
      ['engine'],
    ),
  };
}

function ofSending() {
  return {
    webhookTries: counter('earmark_webhook_tries_total', 'Tries at webhooks, by what came of them.', [
      'outcome',
    ]),
    mails: counter('earmark_mails_total', 'Mails, by whether a server took them.', ['outcome']),
  };
}

function ofModels() {
  return {
    modelCalls: counter('earmark_model_calls_total', 'Calls of a language model.', ['purpose', 'outcome']),
    modelTokens: counter('earmark_model_tokens_total', 'Tokens as the provider counted them.', [
      'purpose',
      'direction',
    ]),
    modelUsd: counter('earmark_model_usd_total', 'US dollars that calls of a model have cost.', ['purpose']),
  };
}

function counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]) {
  return new Counter({ name, help, labelNames, registers: [registry] });
}

/** Measures the process itself from now on: event-loop lag, memory, garbage collection, open handles. Call once. */
export function watchProcess(version: string, part: 'server' | 'worker'): void {
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'earmark_build_info',
    help: 'Always 1; its labels say which version of what runs.',
    labelNames: ['version', 'part'],
    registers: [registry],
  }).set({ version, part }, 1);
}
