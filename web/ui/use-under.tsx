import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Underneath } from './Underneath.tsx';

export interface Option {
  readonly value: string;
  readonly label: string;
}

/**
 * Renders remote values under the members of a form; choices by their label. @param underneath from
 * `useLiveForm`; undefined if only this person edits the data
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
