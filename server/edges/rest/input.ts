import { isUtf8 } from 'node:buffer';
import { Refusal } from '#server/api/errors.ts';
import { MAX_BODY_BYTES, MAX_IDEMPOTENCY_KEY } from '#server/api/inputs.ts';
import type { Route } from '#server/api/meta.ts';
import type { RouteMatch } from '#server/contract/routes.ts';
import { readJson } from '#server/edges/http/body.ts';
import type { Asked } from '#server/edges/http.ts';

/**
 * The input of the procedure: the JSON object of a POST, else the values of the query; values of the path override both.
 * Throws 413, 415, or `invalid_request` with `invalidStatus` for a body that is no JSON object.
 */
export async function readInput(
  request: Asked,
  url: URL,
  { values }: RouteMatch,
  invalidStatus: 400 | 422,
): Promise<object> {
  const given = request.method === 'POST' ? await jsonBody(request, invalidStatus) : queryOf(url);
  return { ...given, ...values };
}

/** The refusal of a parameter, reworded when the query gives that parameter more than once. */
export function toldOfRepeats(refusal: Refusal, request: Asked, url: URL): Refusal {
  const { code, details } = refusal;
  const { field } = details;
  if (request.method === 'POST' || field === undefined || url.searchParams.getAll(field).length < 2)
    return refusal;
  return new Refusal(code, { ...details, message: `Parameter ${field} is given more than once.` });
}

/** The header `Idempotency-Key` on a route that echoes it, else null. Throws `invalid_request` for more than one, and past 128 characters. */
export function idempotencyKey({ headers }: Asked, { echoes }: Route): string | null {
  if (!echoes) return null;
  if (headers.repeats?.('idempotency-key')) throw wrongKey('is given more than once');
  const key = textOfHeader(headers.get('idempotency-key') ?? '');
  if (key.length > MAX_IDEMPOTENCY_KEY)
    throw wrongKey(`must be at most ${MAX_IDEMPOTENCY_KEY} characters long`);
  return key === '' ? null : key;
}

function wrongKey(wrong: string): Refusal {
  const field = 'Idempotency-Key';
  return new Refusal('invalid_request', { field, message: `Header ${field} ${wrong}.` });
}

/** A header value decoded as UTF-8, or as it came when it is not UTF-8. Node delivers one character for each byte. */
function textOfHeader(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) && bytes.toString('latin1') === value ? bytes.toString('utf8') : value;
}

async function jsonBody(request: Asked, invalidStatus: 400 | 422): Promise<object> {
  const parsed = await readJson(request, MAX_BODY_BYTES);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Refusal('invalid_request', {
      status: invalidStatus,
      field: 'body',
      message: 'The body is not a JSON object.',
    });
  }
  return parsed;
}

/**
 * A query's values by name: a text, or a list when the name comes more than once. An empty value is as left out
 * (docs/contract.md, Added: HTTP 27). The object has no prototype, since a parameter may be called `constructor`;
 * `__proto__` is ignored.
 */
function queryOf(url: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name);
    const given = values.length === 1 ? values[0]! : values;
    if (name !== '__proto__' && given !== '') query[name] = given;
  }
  return query;
}
