import type { Field } from '@hzm/contracts/features/tables/table';
import { createContext } from 'react';

/** Adds options of these names to a choice field, and returns the field with them. */
export type CreateOptions = (fieldId: string, names: readonly string[]) => Promise<Field>;

/** Absent for who may not change the table's fields. */
export const CreateOptionsContext = createContext<CreateOptions | undefined>(undefined);
