import type { Alias, Entry, Universe } from '#server/linking/universe.ts';
import { type Token, tokenise } from './tokens.ts';

/** What a name in a text may mean; `entry` is null for a phrase in which it means nothing (`apple pie`). */
export type Sense = NameSense | { readonly entry: null };

export type NameSense = {
  readonly entry: Entry;
  readonly alias: Alias;
  /** A product that carries its owner's name (`Amazon Prime`). */
  readonly namesOwner: boolean;
};

type Node = { readonly next: Map<string, Node>; sense: Sense | null };

/** Names of a universe by their words. */
export type NameIndex = {
  /** The longest name that begins at token `at`: its sense and last token; null if there is none. */
  longest(tokens: readonly Token[], at: number): { readonly sense: Sense; readonly last: number } | null;
};

/** Builds the index. Of two senses of one name the taught one wins, then a phrase, then the less ambiguous, then the earlier. */
export function indexNames(universe: Universe): NameIndex {
  const root: Node = { next: new Map(), sense: null };
  for (const phrase of universe.phrases) add(root, phrase, { entry: null });
  for (const entry of universe.entries) {
    const own = new Set(entry.aliases.flatMap((alias) => (alias.product ? [] : [alias.text.toLowerCase()])));
    for (const alias of entry.aliases) {
      const namesOwner = alias.product && own.has(alias.text.toLowerCase().split(/[\s+]/)[0] ?? '');
      add(root, alias.text, { entry, alias, namesOwner });
    }
  }
  return { longest: (tokens, at) => longest(root, tokens, at) };
}

function add(root: Node, text: string, sense: Sense): void {
  let node = root;
  for (const token of tokenise(text)) {
    let next = node.next.get(token.norm);
    if (next === undefined) {
      next = { next: new Map(), sense: null };
      node.next.set(token.norm, next);
    }
    node = next;
  }
  if (node === root) return;
  if (node.sense === null || doubt(sense) < doubt(node.sense)) node.sense = sense;
}

function doubt(sense: Sense): number {
  if (sense.entry === null) return -1;
  const { ambiguity, product, misheard, taught } = sense.alias;
  if (taught) return -2;
  return (ambiguity === 'plain' ? 0 : ambiguity === 'word' ? 4 : 8) + (product ? 2 : 0) + (misheard ? 1 : 0);
}

function longest(root: Node, tokens: readonly Token[], at: number): { sense: Sense; last: number } | null {
  let node: Node | undefined = root;
  let found: { sense: Sense; last: number } | null = null;
  for (let i = at; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (token === undefined || (i > at && !joins(tokens[i - 1], token))) break;
    node = node.next.get(token.norm);
    if (node === undefined) break;
    if (node.sense !== null) found = { sense: node.sense, last: i };
  }
  return found;
}

/** Whether a name may continue: over spaces, hyphens, and the full stop of an abbreviation (`Warner Bros. Discovery`). */
function joins(before: Token | undefined, token: Token): boolean {
  if (token.gap === 'other') return false;
  if (token.gap === 'stop')
    return before !== undefined && before.norm.length <= 4 && token.letters !== 'lower';
  return token.gap !== 'comma' || token.norm === 'inc';
}
