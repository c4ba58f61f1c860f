import { Problem } from '@hzm/contracts/core/problem';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { ProjectRole } from '@hzm/contracts/features/members/role';
import type { KeyDoc } from '@hzm/projections/features/keys/keys';
import type { Caller, Context } from '@hzm/services/core/engine';
import { isWholeKey, refuseFormer } from '../../access/key-access.ts';
import { projectDoc } from '../../access/project.ts';
import { roleOf } from '../../access/role-of.ts';
import { keyDoc } from './view.ts';

/** The parts of a key that say how much it can do, for how long and how often. */
export type Power = Pick<KeyDoc, 'scope' | 'permissions' | 'expiresAt' | 'rateLimit' | 'isMain'>;

const endOf = ({ expiresAt }: Power): number =>
  expiresAt === null ? Infinity : Date.parse(expiresAt);
/** Requests a minute. The main key has no limit besides the project's own. */
const limitOf = ({ isMain, rateLimit }: Power): number => (isMain ? Infinity : rateLimit);

/** Whether a key can do no more than another one, for no longer and no more often. */
export const isWithin = (power: Power, other: Power): boolean =>
  power.permissions.every(one => other.permissions.includes(one)) &&
  (power.scope === 'project' || other.scope === 'admin_project') &&
  endOf(power) <= endOf(other) &&
  limitOf(power) <= limitOf(other);

/**
 * Whether a caller who may change keys sees one whole: only if it can do no more than they.
 * @param role what a person is in the project @param own the key that asks, if it is one
 */
export const seesKey = (
  { key, looker }: Caller,
  role: ProjectRole | null,
  power: Power,
  own: Power | undefined,
): boolean => {
  if (looker) return false;
  if (key) return own !== undefined && isWholeKey(key) && isWithin(power, own);
  return power.scope === 'project' || mayAs(role, 'project:own');
};

/**
 * Checks that a caller gives and handles no key that can do more than they may themselves.
 * @param powers the key as it is and as it is to be @throws Problem KEY_SCOPE, FORBIDDEN
 */
export async function checkPowers(
  { engine, caller }: Pick<Context, 'engine' | 'caller'>,
  projectId: string,
  ...powers: readonly Power[]
): Promise<void> {
  refuseFormer(caller);
  if (caller.key) {
    const own = await keyDoc(engine, caller.key.id);
    if (!powers.every(power => isWithin(power, own))) throw new Problem('KEY_SCOPE');
  } else if (powers.some(({ scope }) => scope === 'admin_project')) {
    const role = await roleOf(engine, caller, await projectDoc(engine, projectId));
    if (!mayAs(role, 'project:own')) throw new Problem('FORBIDDEN', { text: 'key-above-role' });
  }
}
