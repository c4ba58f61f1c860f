/** A part of a formula, as it is drawn. */
export type Part =
  | { readonly kind: 'number' | 'name' | 'sign'; readonly text: string }
  | {
      readonly kind: 'row' | 'fraction' | 'power' | 'index' | 'root';
      readonly parts: readonly Part[];
    };

const TOKEN = /\s*(?:(\d[\d.]*(?:e[+−-]?\d+)?)|([ΣΠ]|(?:(?![ΣΠ])\p{L}\u0304?)+)|(\S))/gu;

interface Token {
  readonly kind: 'number' | 'name' | 'sign';
  readonly text: string;
}

const tokensOf = (text: string): Token[] =>
  [...text.matchAll(TOKEN)].map(([, number, name, sign]) =>
    number !== undefined
      ? { kind: 'number', text: number }
      : name !== undefined
        ? { kind: 'name', text: name }
        : { kind: 'sign', text: sign! },
  );

const row = (parts: readonly Part[]): Part =>
  parts.length === 1 ? parts[0]! : { kind: 'row', parts };
const closing: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
]);

/** Removes the brackets of a part that a line or a place above or below groups already. */
function bare(part: Part): Part {
  if (part.kind !== 'row') return part;
  const [first, ...rest] = part.parts;
  return first?.kind === 'sign' && first.text === '(' ? row(rest.slice(0, -1)) : part;
}

/** Reads the text of a formula; other text is drawn as it stands. */
class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  /** Reads until a closing bracket or the end. */
  sequence(end?: string): Part {
    const parts: Part[] = [];
    for (let token = this.#next; token !== undefined && token.text !== end; token = this.#next)
      parts.push(this.#fraction());
    return row(parts);
  }

  get #next(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #takes(sign: string): boolean {
    if (this.#next?.text !== sign) return false;
    this.#at++;
    return true;
  }

  /** Products bind as strongly as the line of a fraction: `m · v / 2` has both above it. */
  #fraction(): Part {
    let product = [this.#raised()];
    for (;;) {
      if (this.#takes('/'))
        product = [{ kind: 'fraction', parts: [bare(row(product)), bare(this.#raised())] }];
      else if (this.#next?.text === '·') product.push(this.#atom(), this.#raised());
      else return row(product);
    }
  }

  /** A part with what stands beside it in small; a sum or product sign takes the part behind it. */
  #raised(): Part {
    const isSum = this.#next?.text === 'Σ' || this.#next?.text === 'Π';
    const part = this.#marked();
    return isSum && this.#next !== undefined ? row([part, this.#marked()]) : part;
  }

  #marked(): Part {
    let base = this.#atom();
    for (;;) {
      if (this.#takes('_')) base = { kind: 'index', parts: [base, bare(this.#atom())] };
      else if (this.#takes('^')) base = { kind: 'power', parts: [base, bare(this.#atom())] };
      else return base;
    }
  }

  #atom(): Part {
    const token = this.#tokens[this.#at++];
    if (!token) return { kind: 'row', parts: [] };
    if (token.text === '√') return { kind: 'root', parts: [bare(this.#atom())] };
    const end = closing.get(token.text);
    if (end === undefined) return token;
    const inner = this.sequence(end);
    const close: readonly Part[] = this.#takes(end) ? [{ kind: 'sign', text: end }] : [];
    return { kind: 'row', parts: [token, inner, ...close] };
  }
}

export const readFormula = (text: string): Part => new Reader(text).sequence();
