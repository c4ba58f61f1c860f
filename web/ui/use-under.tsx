import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Underneath } from './Underneath.tsx';

export interface Option {
  readonly value: string;
  readonly label: string;
}

/**
 * Says under a member of a form what others have made of it; a choice by its label. @param
 * underneath of `useLiveForm`; undefined: nobody else changes what the form is about
 */
export function useUnder<Member>(
  underneath: ReadonlyMap<Member, string | number | boolean> | undefined,
): (member: Member, options?: readonly Option[]) => ReactNode {
  const { t } = useTranslation('common');
  return (member, options) => {
    const value = underneath?.get(member);
    return (
      <Underneath
        value={
          typeof value === 'boolean'
            ? t(value ? 'yes' : 'no')
            : (options?.find(option => option.value === value)?.label ?? value?.toString())
        }
      />
    );
  };
}
