import { randomBytes } from 'node:crypto';
import { derived, unwrap, wrap, WrongSecret } from './wrapping.ts';

/**
 * The root keys of a vault, as JSON. Scope keys are wrapped under a root, roots under each secret
 * that opens the vault: one, or two during a rotation. It changes atomically, so after any
 * interruption one of both secrets opens everything.
 */
export interface Ring {
  /** The root that wraps new keys. */
  readonly current: number;
  /**
   * Ordered by creation. `bridge` is the root wrapped under the previous one, for running processes
   * that know that root but only an older secret.
   */
  readonly roots: readonly {
    readonly id: number;
    readonly wraps: readonly string[];
    readonly bridge?: string;
  }[];
  /** The key that turns email addresses into stream names; it never changes. */
  readonly pepper: { readonly root: number; readonly wrapped: string };
}

export interface OpenRing {
  readonly current: number;
  readonly roots: ReadonlyMap<number, Buffer>;
  readonly pepper: Buffer;
}

const PEPPER = 'pepper';
const labelOf = (id: number): string => `root:${id}`;
const keyOf = (secret: Buffer): Buffer => derived(secret, 'hzm key vault roots');
const wrapText = (under: Buffer, label: string, key: Buffer): string =>
  wrap(under, label, key).toString('base64');

/** The root of vaults older than roots: a key derived from the secret. */
export const LEGACY_ROOT = 0;
export const legacyRootOf = (secret: Buffer): Buffer => derived(secret, 'hzm key vault');

export function newRing(secret: Buffer, pepper: Buffer = randomBytes(32)): Ring {
  return sealed({ current: 1, roots: new Map([[1, randomBytes(32)]]), pepper }, [secret]);
}

function sealed({ current, roots, pepper }: OpenRing, secrets: readonly Buffer[]): Ring {
  const inOrder = [...roots].toSorted(([a], [b]) => a - b);
  return {
    current,
    roots: inOrder.map(([id, root], at) => {
      const before = inOrder[at - 1];
      const wraps = secrets.map(secret => wrapText(keyOf(secret), labelOf(id), root));
      return { id, wraps, ...(before && { bridge: wrapText(before[1], labelOf(id), root) }) };
    }),
    pepper: { root: current, wrapped: wrapText(roots.get(current)!, PEPPER, pepper) },
  };
}

/** @param known roots opened before, which need no secret @throws WrongSecret */
export function openRing(
  { current, roots, pepper }: Ring,
  secret: Buffer,
  known: ReadonlyMap<number, Buffer> = new Map(),
): OpenRing {
  const key = keyOf(secret);
  const opened = new Map<number, Buffer>();
  let before: Buffer | undefined;
  for (const { id, wraps, bridge } of roots) {
    before =
      known.get(id) ??
      unwrapAny(
        labelOf(id),
        wraps.map(wrapped => [key, wrapped]),
        before && bridge !== undefined ? [[before, bridge]] : [],
      );
    opened.set(id, before);
  }
  return {
    current,
    roots: opened,
    pepper: unwrap(opened.get(pepper.root)!, PEPPER, Buffer.from(pepper.wrapped, 'base64')),
  };
}

type Way = readonly [under: Buffer, wrapped: string];

function unwrapAny(label: string, ...ways: readonly (readonly Way[])[]): Buffer {
  for (const [under, wrapped] of ways.flat()) {
    try {
      return unwrap(under, label, Buffer.from(wrapped, 'base64'));
    } catch {
      // Wrapped under another secret.
    }
  }
  throw new WrongSecret();
}

/** Whether two secrets open the ring, or keys may still be wrapped under an earlier root. */
export const isRotating = ({ roots }: Ring): boolean =>
  roots.length > 1 || roots.some(({ wraps }) => wraps.length > 1);

/**
 * Lets both secrets open the ring and adds a root for new keys. Repeating it adds no further root.
 */
export function withNextSecret(ring: Ring, open: OpenRing, secret: Buffer, next: Buffer): Ring {
  if (isRotating(ring)) return sealed(open, [secret, next]);
  const current = open.current + 1;
  return sealed({ ...open, current, roots: new Map([...open.roots, [current, randomBytes(32)]]) }, [
    secret,
    next,
  ]);
}

/** Lets only this secret open the ring, with one root. */
export const withOnlySecret = (open: OpenRing, secret: Buffer): Ring =>
  sealed({ ...open, roots: new Map([[open.current, open.roots.get(open.current)!]]) }, [secret]);

/** Replaces the pepper, for a vault that takes over all contents of another. */
export const withPepper = (ring: Ring, open: OpenRing, pepper: Buffer): Ring => ({
  ...ring,
  pepper: { root: open.current, wrapped: wrapText(open.roots.get(open.current)!, PEPPER, pepper) },
});
