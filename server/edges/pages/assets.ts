import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { etagMatches, etagOf } from '#server/api/etag.ts';
import { pathOf } from '#server/api/links.ts';
import { acceptedEncoding } from '#server/edges/http/packing.ts';
import { projectRoot } from '#server/platform/env.ts';

/** The folder of the built scripts and styles, and their address. */
const FOLDER = join(projectRoot, '.next/static');
const ADDRESS = '/_next/static/';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
};

type Form = 'br' | 'gz';
type Made = { readonly body: Buffer; readonly etag: string };
type Asset = { readonly forms: Map<Form, Made>; readonly type: string };

let assets: ReadonlyMap<string, Asset> | undefined;

/** The assets that the build compressed, by address; none in development. */
function compressed(folder: string): ReadonlyMap<string, Asset> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.br'),
  );
  return new Map(
    names.flatMap((name) => {
      const path = name.slice(0, -'.br'.length);
      const type = TYPES[extname(path)];
      return type ? [[ADDRESS + path, { forms: new Map(), type }]] : [];
    }),
  );
}

/**
 * Answers with a script or a style as the build compressed it; false leaves the request to Next, when there is none or the
 * caller takes no compression. Names change with the content, so browsers may cache them for ever.
 */
export function answerAsset(req: IncomingMessage, res: ServerResponse, folder = FOLDER): boolean {
  if (!req.url!.startsWith(ADDRESS) || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
  assets ??= compressed(folder);
  const path = pathOf(req.url!);
  const asset = assets.get(path);
  const encoding = acceptedEncoding(req.headers['accept-encoding']?.toString() ?? null);
  if (!asset || encoding === null) return false;
  const { body, etag } = formOf(
    asset,
    join(folder, path.slice(ADDRESS.length)),
    encoding === 'br' ? 'br' : 'gz',
  );
  const headers = {
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Type': asset.type,
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
    ETag: etag,
  };
  if (etagMatches(req.headers['if-none-match'] ?? null, etag)) res.writeHead(304, headers).end();
  else {
    res.writeHead(200, { ...headers, 'Content-Encoding': encoding, 'Content-Length': body.length });
    res.end(req.method === 'HEAD' ? null : body);
  }
  return true;
}

function formOf({ forms }: Asset, file: string, form: Form): Made {
  const known = forms.get(form);
  if (known) return known;
  const body = readFileSync(`${file}.${form}`);
  const made = { body, etag: etagOf(body) };
  forms.set(form, made);
  return made;
}
