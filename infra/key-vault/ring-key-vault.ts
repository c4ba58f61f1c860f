import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import { slice } from '@hzm/services/core/ports/slices';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { CHECK, type Kept, type KeyRecords, type RingRecord, type Wrapped } from './records.ts';
import {
  isRotating,
  LEGACY_ROOT,
  legacyRootOf,
  openRing,
  withNextSecret,
  withOnlySecret,
  withPepper,
  type OpenRing,
  type Ring,
} from './ring.ts';
import { derived, unwrap, wrap, WrongSecret } from './wrapping.ts';

/**
 * A vault on any records: keys are wrapped under roots, roots under the installation's secret,
 * which can be rotated while processes run.
 */
export class RingKeyVault implements KeyVault {
  readonly #records: KeyRecords;
  readonly #secret: Buffer;
  readonly #known = new Map<string, KeyObject>();
  /** Count of destroyed keys; a key found before the count changed is not cached. */
  #destroyed = 0;
  /** Every root opened by this process. */
  readonly #roots: Map<number, Buffer>;
  #record: RingRecord;
  #open!: OpenRing;
  #pepper!: KeyObject;
  #signingKeys: readonly Buffer[] = [];
  /** Keyed by root, so that callers can compare signing keys by identity. */
  readonly #signingKeyOf = new Map<number, Buffer>();
  /** Whether there may be keys older than roots. */
  #hasLegacy = true;

  /** @throws WrongSecret */
  constructor(records: KeyRecords, secret: Buffer, record: RingRecord) {
    this.#records = records;
    this.#secret = secret;
    this.#record = record;
    this.#roots = new Map([[LEGACY_ROOT, legacyRootOf(secret)]]);
    this.#take(record);
  }

  get pepper(): KeyObject {
    return this.#pepper;
  }

  get signingKeys(): readonly Buffer[] {
    return this.#signingKeys;
  }

  get erasing(): number {
    return this.#records.erasing;
  }

  get isRotating(): boolean {
    return isRotating(this.#record.ring);
  }

  async obtain(scope: string): Promise<KeyObject | undefined> {
    const found = await this.find(scope);
    if (found) return found;
    // The first writer makes the key; others find it, or that it was destroyed.
    await this.#insert(scope, randomBytes(32));
    return this.find(scope);
  }

  async find(scope: string): Promise<KeyObject | undefined> {
    const found = this.#known.get(scope);
    if (found) return found;
    const destroyed = this.#destroyed;
    const kept = await this.#records.find(scope);
    if (!kept) return undefined;
    const key = await this.#unwrap(scope, kept);
    if (destroyed === this.#destroyed) this.#known.set(scope, key);
    return key;
  }

  async isDestroyed(scope: string): Promise<boolean> {
    return (await this.#records.find(scope)) === null;
  }

  async destroy(scope: string): Promise<void> {
    await this.#records.destroy(scope);
    this.#destroyed++;
    this.#known.delete(scope);
  }

  async *entries(): AsyncIterable<{ readonly scope: string; readonly key: KeyObject | null }> {
    for await (const { scope, kept } of this.#lines())
      yield { scope, key: kept && (await this.#unwrap(scope, kept)) };
  }

  async *destroyed(): AsyncIterable<string> {
    for await (const { scope, kept } of this.#lines()) if (kept === null) yield scope;
  }

  async adopt(scope: string, key: KeyObject | null): Promise<void> {
    await (key === null ? this.destroy(scope) : this.#insert(scope, key.export()));
  }

  async adoptPepper(key: KeyObject): Promise<void> {
    if (key.equals(this.#pepper)) return;
    if (!(await this.isEmpty()))
      throw new Error(
        'The target lacks the key for e-mail addresses that the source has. Choose an empty one.',
      );
    await this.#change(withPepper(this.#record.ring, this.#open, key.export()));
  }

  isEmpty(): Promise<boolean> {
    return this.#records.isEmpty();
  }

  async upkeep(): Promise<void> {
    await this.#refresh();
    await this.#leaveLegacy();
    await this.#records.tidy();
  }

  /**
   * Lets both secrets open the vault and wraps new keys under a new root. Running processes notice
   * within a second. Repeatable. @throws Unavailable when the vault changes meanwhile
   */
  async beginRotation(next: Buffer): Promise<void> {
    await this.#refresh();
    await this.#leaveLegacy();
    if (this.isRotating && opens(this.#record.ring, next)) return;
    await this.#change(withNextSecret(this.#record.ring, this.#open, this.#secret, next));
  }

  async rewrap(): Promise<void> {
    for await (const { scope, kept } of this.#lines())
      if (kept && kept.root !== this.#open.current) await this.#move(scope, kept);
  }

  /**
   * Lets only this vault's own secret open it. Processes that have not noticed the new root by now
   * must be restarted.
   */
  async finishRotation(): Promise<void> {
    await this.#refresh();
    await this.rewrap();
    if (this.isRotating) await this.#change(withOnlySecret(this.#open, this.#secret));
  }

  /** Returns whether the files hold no remains of destroyed keys. */
  tidy(): Promise<boolean> {
    return this.#records.tidy();
  }

  async close(): Promise<void> {
    await this.#records.close();
  }

  /**
   * All keys and destroyed keys, in slices: there is one for every person and project ever created.
   */
  async *#lines(): AsyncIterable<{ readonly scope: string; readonly kept: Kept }> {
    for await (const line of this.#records.lines()) {
      await slice();
      if (line.scope !== CHECK) yield line;
    }
  }

  async #insert(scope: string, key: Buffer): Promise<void> {
    const made = this.#wrap(scope, key);
    await this.#records.insert(scope, made);
    try {
      // The root may have changed meanwhile; then nothing else rewraps this record.
      await this.#refresh();
      if (made.root !== this.#open.current) await this.#move(scope, made);
    } catch (error) {
      // A record that can never be opened must not stay.
      if (error instanceof WrongSecret) await this.#records.replace(scope, made, undefined);
      throw outdated(error);
    }
  }

  async #move(scope: string, kept: Wrapped): Promise<void> {
    await this.#records.replace(
      scope,
      kept,
      this.#wrap(scope, (await this.#unwrap(scope, kept)).export()),
    );
  }

  #wrap(scope: string, key: Buffer): Wrapped {
    return {
      root: this.#open.current,
      bytes: wrap(this.#roots.get(this.#open.current)!, scope, key),
    };
  }

  async #unwrap(scope: string, { root, bytes }: Wrapped): Promise<KeyObject> {
    if (!this.#roots.has(root))
      await this.#refresh().catch((error: unknown) => {
        throw outdated(error);
      });
    const under = this.#roots.get(root);
    if (!under)
      throw new Unavailable(`the key of ${scope} is wrapped under a root that is not here`);
    return createSecretKey(unwrap(under, scope, bytes));
  }

  /** Wraps keys older than roots under one. */
  async #leaveLegacy(): Promise<void> {
    if (this.#hasLegacy) await this.rewrap();
    this.#hasLegacy = false;
  }

  /**
   * Loads changes by other processes. @throws WrongSecret when this secret no longer opens the ring
   */
  async #refresh(): Promise<void> {
    const record = await this.#records.ring();
    if (record.revision !== this.#record.revision) this.#take(record);
  }

  #take(record: RingRecord): void {
    const open = openRing(record.ring, this.#secret, this.#roots);
    for (const [id, root] of open.roots) {
      this.#roots.set(id, root);
      if (!this.#signingKeyOf.has(id)) this.#signingKeyOf.set(id, derived(root, 'hzm sessions'));
    }
    this.#record = record;
    this.#open = open;
    this.#pepper = createSecretKey(open.pepper);
    // Revokes tokens signed with the key of a removed root.
    this.#signingKeys = [...open.roots.keys()]
      .toSorted((a, b) => b - a)
      .map(id => this.#signingKeyOf.get(id)!);
  }

  async #change(ring: Ring): Promise<void> {
    if (!(await this.#records.replaceRing(this.#record, ring)))
      throw new Unavailable('the vault was changed meanwhile; try again');
    await this.#refresh();
  }
}

function opens(ring: Ring, secret: Buffer): boolean {
  try {
    openRing(ring, secret);
    return true;
  } catch {
    return false;
  }
}

const outdated = (error: unknown): unknown =>
  error instanceof WrongSecret
    ? new Unavailable(
        'the secret was changed while this process could not notice: start it again with the new one',
        { cause: error },
      )
    : error;
