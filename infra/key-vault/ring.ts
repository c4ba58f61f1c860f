import { randomBytes } from 'node:crypto';
import { derived, unwrap, wrap, WrongSecret } from './wrapping.ts';

/**
 * What a vault keeps of its root keys, as JSON. Keys of scopes are wrapped under a root, roots
 * under each secret that opens the vault: one, or two while
 * the secret is being changed. All of it changes at once, so that after any interruption one of
 * both secrets opens everything.
 */
export interface Ring {
  /** The root that new keys are wrapped under. */
  readonly current: number;
  /**
   * In the order in which they were made. `bridge`: wrapped under the one before, for processes
   * that know that one, and a secret from even earlier.
   */
  readonly roots: readonly {
    readonly id: number;
    readonly wraps: readonly string[];
    readonly bridge?: string;
  }[];
  /**
   * What makes e-mail addresses into stream names. It is the same for ever, whatever secret opens
   * it.
   */
  readonly pepper: { readonly root: number; readonly wrapped: string };
}

/** The same, opened. */
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

/**
 * Of a vault from before there were roots, keys are wrapped under a key that follows from the
 * secret; they count as this root's.
 */
export const LEGACY_ROOT = 0;
export const legacyRootOf = (secret: Buffer): Buffer => derived(secret, 'hzm key vault');

/** A ring with one root that one secret opens. */
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

/** @param known roots that were opened before: they need no secret any more @throws WrongSecret */
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
      // Another secret's.
    }
  }
  throw new WrongSecret();
}

/** Whether two secrets open it, or keys may still be wrapped under an earlier root. */
export const isRotating = ({ roots }: Ring): boolean =>
  roots.length > 1 || roots.some(({ wraps }) => wraps.length > 1);

/**
 * Both secrets open it, and new keys are wrapped under a root of their own. Repeating it makes no
 * further root.
 */
export function withNextSecret(ring: Ring, open: OpenRing, secret: Buffer, next: Buffer): Ring {
  if (isRotating(ring)) return sealed(open, [secret, next]);
  const current = open.current + 1;
  return sealed({ ...open, current, roots: new Map([...open.roots, [current, randomBytes(32)]]) }, [
    secret,
    next,
  ]);
}

/** Only this secret opens it, and there is one root. */
export const withOnlySecret = (open: OpenRing, secret: Buffer): Ring =>
  sealed({ ...open, roots: new Map([[open.current, open.roots.get(open.current)!]]) }, [secret]);

/** Another pepper, for a vault that takes over everything of another one. */
export const withPepper = (ring: Ring, open: OpenRing, pepper: Buffer): Ring => ({
  ...ring,
  pepper: { root: open.current, wrapped: wrapText(open.roots.get(open.current)!, PEPPER, pepper) },
});
