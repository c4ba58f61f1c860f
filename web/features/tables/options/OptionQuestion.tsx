import type { FieldOption } from '@hzm/contracts/features/tables/options';
import { Button, Group, Select, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirst } from '../../../ui/focus-first.ts';
import { OptionChip } from '../../../ui/OptionChip.tsx';
import { isNew } from './option-list.ts';
import classes from './OptionsEditor.module.css';

/** Time for a closing menu to give the focus back, in milliseconds. */
const AFTER_MENU_MS = 40;

interface Props {
  kind: 'merge' | 'remove';
  option: FieldOption;
  others: readonly FieldOption[];
  onEnd: () => void;
  onRemove: () => void;
  onMerge: (into: string) => void;
}

/** Says what merging or removing an option does to rows, and asks for it. */
export function OptionQuestion({ kind, option, others, onEnd, onRemove, onMerge }: Props) {
  const { t } = useTranslation(['tables', 'common']);
  const [into, setInto] = useState<string | null>(null);
  const { name } = option;
  const isMerge = kind === 'merge';
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => focusFirst(ref.current), AFTER_MENU_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      ref={ref}
      role="group"
      aria-label={t(isMerge ? 'options.mergeTitle' : 'options.removeTitle', { name })}
      className={classes.question}
    >
      <Text size="sm">{t(isMerge ? 'options.mergeText' : 'options.removeText', { name })}</Text>
      {isMerge && (
        <Select
          size="sm"
          label={t('options.mergeInto')}
          data={others
            .filter(other => !isNew(other))
            .map(other => ({ value: other.id, label: other.name }))}
          value={into}
          searchable
          comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
          data-autofocus
          allowDeselect={false}
          renderOption={({ option: { value } }) => {
            const other = others.find(({ id }) => id === value);
            return other && <OptionChip option={other} />;
          }}
          onChange={setInto}
        />
      )}
      <Group gap="xs" justify="flex-end">
        <Button size="xs" variant="default" data-autofocus={!isMerge || undefined} onClick={onEnd}>
          {t('common:cancel')}
        </Button>
        <Button
          size="xs"
          color={isMerge ? undefined : 'red'}
          disabled={isMerge && into === null}
          onClick={() => (isMerge ? into !== null && onMerge(into) : onRemove())}
        >
          {t(isMerge ? 'options.mergeConfirm' : 'options.removeConfirm')}
        </Button>
      </Group>
    </div>
  );
}
