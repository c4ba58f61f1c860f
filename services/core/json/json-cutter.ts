import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from './bytes.ts';

const SPACE = 0x20;
const TAB = 0x09;
const LINE = 0x0a;
const RETURN = 0x0d;
const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];
/** Maximum name as JSON, in bytes; a value with a longer name is skipped. */
const MAX_NAME_BYTES = 1_024;

/** The path to a value: names of members and indexes of lists, outermost first. */
export type JsonPath = readonly (string | number)[];

/** The treatment of a value: visit its members, keep its JSON, or skip it. */
export type Taking = 'enter' | 'keep' | 'skip';

/**
 * Selects the treatment of a value by its path and its kind; only objects and lists can be entered.
 */
export type Plan = (path: JsonPath, opens: '{' | '[' | undefined) => Taking;

/** A kept value, or the end of an entered one. `from` and `to` are its bytes in the whole text. */
export interface Piece {
  readonly kind: 'kept' | 'left';
  readonly path: JsonPath;
  /** Undefined if the value exceeds the maximum. */
  readonly json: Buffer | undefined;
  readonly from: number;
  readonly to: number;
}

/** Thrown for invalid JSON, and for an entered object with a duplicate member. */
export class BrokenJson extends Error {
  override readonly name = 'BrokenJson';
}

interface Level {
  readonly isList: boolean;
  readonly from: number;
  readonly names: Set<string>;
  /** The current member or item. */
  key: string | number;
}

/** A text, number or container whose end has not been found. */
interface Open {
  readonly taking: 'keep' | 'skip' | 'name';
  readonly isBare: boolean;
  readonly from: number;
  depth: number;
  inText: boolean;
  isEscaped: boolean;
  /** The kept bytes, the first `bytes` of the buffer; undefined if not kept. */
  held: Buffer | undefined;
  bytes: number;
}

type Expected = 'value' | 'first item' | 'name' | 'first name' | 'colon' | 'comma' | 'nothing';

const isSpace = (byte: number): boolean =>
  byte === SPACE || byte === LINE || byte === RETURN || byte === TAB;
const isDelimiter = (byte: number): boolean =>
  isSpace(byte) ||
  byte === COMMA ||
  byte === CLOSE_ARRAY ||
  byte === CLOSE_OBJECT ||
  byte === COLON;

/**
 * Splits chunked JSON into selected values, holding one value of at most `most` bytes at a time.
 * Kept values are not validated until parsed; skipped ones are only followed to their end.
 */
export class JsonCutter {
  readonly #plan: Plan;
  readonly #most: number;
  readonly #stack: Level[] = [];
  #expects: Expected = 'value';
  #open: Open | undefined;
  /** Offset of the chunk's first byte. */
  #offset = 0;

  constructor(plan: Plan, most: number) {
    this.#plan = plan;
    this.#most = most;
  }

  /**
   * Returns the pieces that end in this chunk.
   * @throws BrokenJson
   */
  feed(chunk: Uint8Array): Piece[] {
    const pieces: Piece[] = [];
    for (let at = 0; at < chunk.length;)
      at = this.#open ? this.#through(chunk, at, pieces) : this.#step(chunk[at]!, at, pieces);
    this.#offset += chunk.length;
    return pieces;
  }

  /** @throws BrokenJson if the text is incomplete */
  end(): void {
    if (this.#expects !== 'nothing') throw new BrokenJson('the text ends too early');
  }

  #step(byte: number, at: number, pieces: Piece[]): number {
    const place = this.#offset + at;
    if (isSpace(byte) || (place < BYTE_ORDER_MARK.length && byte === BYTE_ORDER_MARK[place]))
      return at + 1;
    const level = this.#stack.at(-1);
    const closes = level && byte === (level.isList ? CLOSE_ARRAY : CLOSE_OBJECT);
    if (
      closes &&
      (this.#expects === 'comma' ||
        this.#expects === 'first item' ||
        this.#expects === 'first name')
    ) {
      this.#stack.pop();
      pieces.push({
        kind: 'left',
        path: this.#path(),
        json: undefined,
        from: level.from,
        to: place + 1,
      });
      this.#ended();
      return at + 1;
    }
    if (this.#expects === 'comma' && byte === COMMA)
      this.#expects = level!.isList ? 'value' : 'name';
    else if (this.#expects === 'colon' && byte === COLON) this.#expects = 'value';
    else if ((this.#expects === 'name' || this.#expects === 'first name') && byte === QUOTE) {
      this.#open = opening('name', byte, place);
      return at;
    } else if (this.#expects === 'value' || this.#expects === 'first item')
      return this.#value(byte, at);
    else throw new BrokenJson(`expected ${this.#expects} at byte ${place}`);
    return at + 1;
  }

  #value(byte: number, at: number): number {
    const level = this.#stack.at(-1);
    if (isDelimiter(byte)) throw new BrokenJson(`expected a value at byte ${this.#offset + at}`);
    if (level?.isList) level.key = Number(level.key) + 1;
    const opens = byte === OPEN_OBJECT ? '{' : byte === OPEN_ARRAY ? '[' : undefined;
    const taking = level?.key === '' && !level.isList ? 'skip' : this.#plan(this.#path(), opens);
    if (taking !== 'skip' && level && !level.isList) {
      if (level.names.has(String(level.key)))
        throw new BrokenJson(`${String(level.key)} stands twice in one object`);
      level.names.add(String(level.key));
    }
    if (taking !== 'enter') {
      this.#open = opening(taking, byte, this.#offset + at);
      return at;
    }
    if (opens === undefined) throw new BrokenJson('only objects and lists have members');
    this.#stack.push({
      isList: opens === '[',
      from: this.#offset + at,
      names: new Set(),
      key: opens === '[' ? -1 : '',
    });
    this.#expects = opens === '[' ? 'first item' : 'first name';
    return at + 1;
  }

  /**
   * Follows the open value to its end or the chunk's.
   * @returns the offset to continue at
   */
  #through(chunk: Uint8Array, at: number, pieces: Piece[]): number {
    const open = this.#open!;
    const end = endOf(open, chunk, at);
    const to = end ?? chunk.length;
    hold(open, chunk.subarray(at, to), open.taking === 'name' ? MAX_NAME_BYTES : this.#most);
    if (end === undefined) return to;
    this.#open = undefined;
    if (open.taking === 'name') {
      const json = heldIn(open);
      this.#stack.at(-1)!.key = json ? nameOf(json) : '';
      this.#expects = 'colon';
      return to;
    }
    if (open.taking === 'keep')
      pieces.push({
        kind: 'kept',
        path: this.#path(),
        json: heldIn(open),
        from: open.from,
        to: this.#offset + to,
      });
    this.#ended();
    return to;
  }

  #ended(): void {
    this.#expects = this.#stack.length === 0 ? 'nothing' : 'comma';
  }

  #path(): JsonPath {
    return this.#stack.map(({ key }) => key);
  }
}

const opening = (taking: Open['taking'], byte: number, from: number): Open => ({
  taking,
  isBare: byte !== QUOTE && byte !== OPEN_OBJECT && byte !== OPEN_ARRAY,
  from,
  depth: 0,
  inText: false,
  isEscaped: false,
  held: taking === 'skip' ? undefined : Buffer.alloc(0),
  bytes: 0,
});

const heldIn = ({ held, bytes }: Open): Buffer | undefined => held?.subarray(0, bytes);

/**
 * Copies the bytes of an open value, because the chunk's buffer is reused. Grows by doubling, so
 * that small chunks take at most twice the memory.
 */
function hold(open: Open, part: Uint8Array, most: number): void {
  const bytes = open.bytes + part.length;
  if (bytes > most) open.held = undefined;
  if (open.held && bytes > open.held.length)
    open.held = Buffer.concat([open.held], Math.max(bytes, Math.min(most, 2 * open.held.length)));
  open.held?.set(part, open.bytes);
  open.bytes = bytes;
}

/** Returns the offset after an open value; undefined if it continues in the next chunk. */
function endOf(open: Open, chunk: Uint8Array, from: number): number | undefined {
  for (let at = from; at < chunk.length; at++) {
    const byte = chunk[at]!;
    if (open.isBare) {
      if (isDelimiter(byte)) return at;
    } else if (open.inText) {
      if (open.isEscaped) open.isEscaped = false;
      else if (byte === BACKSLASH) open.isEscaped = true;
      else if (byte === QUOTE) {
        open.inText = false;
        if (open.depth === 0) return at + 1;
      }
    } else if (byte === QUOTE) open.inText = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) open.depth++;
    else if ((byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) && --open.depth === 0) return at + 1;
  }
  return undefined;
}

/** @throws BrokenJson */
function nameOf(json: Buffer): string {
  try {
    return String(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json)));
  } catch {
    throw new BrokenJson('a name is no text');
  }
}
