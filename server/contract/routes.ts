import { isFairNotice, NOTICE_MONTHS } from '#server/api/ending/deprecation.ts';
import type { ProcedureMeta } from '#server/api/meta.ts';
import { checkRunnable } from '#server/api/trpc.ts';
import { appRouter } from '#server/contract/router.ts';

/** A procedure with its path in the router (`ideas.getIdea`) and what it says of itself. */
export type RoutedProcedure = {
  readonly path: string;
  readonly type: 'query' | 'mutation';
  readonly meta: ProcedureMeta;
};
/**
 * What answers a request. `procedure` is null when the path or the method is unknown; `allow` lists the methods of a known
 * path; `values` holds the decoded parameters of the path.
 */
export type RouteMatch = {
  readonly procedure: RoutedProcedure | null;
  readonly allow: string | null;
  readonly values: Readonly<Record<string, string>>;
};

type Entry = RoutedProcedure & {
  readonly method: string;
  readonly pattern: RegExp;
  readonly dynamic: number;
};

type Definition = { readonly _def: { readonly type: 'query' | 'mutation'; readonly meta?: ProcedureMeta } };

/** Every procedure with its meta, in the router's order. Throws at start when one breaks the rules (docs/architecture.md, The way of a request). */
export function procedures(): RoutedProcedure[] {
  const found = Object.entries(appRouter._def.procedures as unknown as Record<string, Definition>);
  return found.map(([path, procedure]) => {
    const { _def } = procedure;
    if (!_def.meta?.access) throw new Error(`Procedure ${path} has no meta.`);
    checkRunnable(path, procedure);
    const { deprecated } = _def.meta.route ?? {};
    if (deprecated && !isFairNotice(deprecated))
      throw new Error(`Procedure ${path} ends less than ${NOTICE_MONTHS} months after its notice.`);
    return { path, type: _def.type, meta: _def.meta };
  });
}

let table: readonly Entry[] | undefined;

function entries(): readonly Entry[] {
  table ??= procedures()
    .flatMap((procedure) => {
      const { route } = procedure.meta;
      if (!route) return [];
      const pattern = new RegExp(`^${route.path.replace(/\{([^}]+)\}/g, '(?<$1>[^/]+)')}/?$`);
      return [{ ...procedure, method: route.method, pattern, dynamic: route.path.split('{').length - 1 }];
    })
    // Static paths before `{id}` ones.
    .sort((a, b) => a.dynamic - b.dynamic);
  return table;
}

let statics: Map<string, Entry[]> | undefined;

/** The entries of each path without parameters, found without a pattern. */
function onStaticPath(): Map<string, Entry[]> {
  statics ??= Map.groupBy(
    entries().filter(({ dynamic }) => dynamic === 0),
    ({ meta }) => meta.route!.path,
  );
  return statics;
}

/** The procedure that answers a method on a path, which is percent-encoded as in the address. */
export function matchRoute(method: string, pathname: string): RouteMatch {
  const onPath = onStaticPath().get(pathname) ?? entries().filter((entry) => entry.pattern.test(pathname));
  if (onPath.length === 0) return { procedure: null, allow: null, values: {} };
  const least = Math.min(...onPath.map((entry) => entry.dynamic));
  const candidates = onPath.filter((entry) => entry.dynamic === least);
  const methods = new Set(candidates.map((entry) => entry.method));
  if (methods.has('GET')) methods.add('HEAD');
  const matched = candidates.find((entry) => entry.method === method);
  return {
    procedure: matched ?? null,
    allow: [...methods, 'OPTIONS'].join(', '),
    values: matched ? valuesOf(matched.pattern, pathname) : {},
  };
}

function valuesOf(pattern: RegExp, pathname: string): Record<string, string> {
  const { groups = {} } = pattern.exec(pathname) ?? {};
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decoded(text)]));
}

/** A path segment decoded, or as it came when its percent-encoding is broken. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
