import { type KitOperation, type KitValue, kitOperations } from '#server/contract/kits/operations.ts';
import type { Json } from '#server/contract/openapi/json.ts';

/** The first line of every generated source. */
export const NOTICE = 'Written by `npm run kits` from the OpenAPI description. Do not edit.';

/** What both kits are generated from. */
export type Kit = {
  readonly version: string;
  readonly operations: readonly KitOperation[];
  /** Shapes of answers by name, without errors and without those of JSON-RPC. */
  readonly shapes: Readonly<Record<string, Json>>;
  readonly errors: readonly KitError[];
};

/** A machine code and its class; `fields` are those that only its refusals have. */
export type KitError = {
  readonly code: string;
  readonly className: string;
  readonly planLimit: boolean;
  readonly fields: Readonly<Record<string, Json>>;
};

export function kitOf(document: Json): Kit {
  const { schemas } = document.components;
  const limits: string[] = schemas.PlanLimitError.properties.error.enum;
  return {
    version: document.info.version,
    operations: kitOperations(document).filter(({ inKits }) => inKits),
    shapes: Object.fromEntries(
      Object.entries<Json>(schemas).filter(([name]) => !/^JsonRpc|Error$/.test(name)),
    ),
    errors: (schemas.Error.properties.error.enum as string[]).map((code) => {
      const className = classNameOf(code);
      const own = schemas[className]?.allOf?.[1]?.properties ?? {};
      return { code, className, planLimit: limits.includes(code), fields: own };
    }),
  };
}

/** Not `TimeoutError`: both languages have one. */
function classNameOf(code: string): string {
  return code === 'timeout' ? 'CallTimeoutError' : `${pascalCase(code.replace(/_error$/, ''))}Error`;
}

/** The values that a call takes beside its path, in a query or a body. */
export function givenTo({ inQuery, inBody }: KitOperation): readonly KitValue[] {
  return [...inQuery, ...inBody];
}

export function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
