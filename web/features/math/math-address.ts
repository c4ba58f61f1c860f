import type { Category } from '@hzm/contracts/features/math/catalogue';
import type { Given } from './model/inputs.ts';

/** The operation and the inputs in an address. */
export interface MathAddress {
  readonly op?: string;
  readonly in?: Given;
}

export const readAddress = ({ op, in: given }: Record<string, unknown>): MathAddress => ({
  ...(typeof op === 'string' && { op }),
  ...(typeof given === 'object' && given !== null && { in: given as Given }),
});

/** Named here, because the route's guard runs before the definitions are loaded. */
const names: Readonly<Record<Category, true>> = {
  matrix: true,
  statistics: true,
  finance: true,
  science: true,
  units: true,
};
export const isCategory = (name: string): name is Category => Object.hasOwn(names, name);

/** Maximum characters of an address that is passed on. */
export const MAX_LINK_LENGTH = 4_000;
