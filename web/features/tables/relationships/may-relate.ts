import { isRelational } from '@hzm/contracts/features/tables/relationship';
import type { Field } from '@hzm/contracts/features/tables/table';

/** Whether a field may get a relationship: its values are ids of rows, and it has none yet. */
export const mayRelate = ({
  type,
  relationships,
}: Pick<Field, 'type' | 'relationships'>): boolean =>
  isRelational(type) && relationships.length === 0;
