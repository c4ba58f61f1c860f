import { categories, type Category } from '@hzm/contracts/features/math/catalogue';
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

export const isCategory = (name: string): name is Category =>
  categories.some(category => category === name);

/** Maximum characters of an address that is passed on. */
export const MAX_LINK_LENGTH = 4_000;
