import type { Field } from '@hzm/contracts/features/tables/table';
import { Button } from '@mantine/core';
import { IconFilter, IconFilterOff, IconX } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Words } from '../../../lib/values/value-text.ts';
import { part } from '../../../ui/part.ts';
import { useAfterStep } from '../../../ui/use-history-step.ts';
import { filteredBy, type View } from '../model/view.ts';
import { whereText, type WhereWords } from '../model/where-text.ts';
import { isFiltered, requiredIn, unfiltered, withoutItem, type Filtering } from '../model/where.ts';
import { useTold } from './use-told.ts';
import classes from './FilterBar.module.css';

const FiltersDialog = part(async () => (await import('./FiltersDialog.tsx')).FiltersDialog);

interface Props {
  tableId: string;
  fields: readonly Field[];
  words: Words;
  view: View;
  onView: (view: View) => void;
}

/** Opens the conditions, and says which of them hold. */
export function FilterBar({ tableId, fields, words, view, onView }: Props) {
  const { t } = useTranslation('grid');
  const [opened, setOpened] = useState<boolean>();
  const afterStep = useAfterStep();
  const button = useRef<HTMLButtonElement>(null);
  const told = useTold(words);
  return (
    <>
      <Button
        ref={button}
        size="sm"
        variant="default"
        classNames={{ section: classes.icon, label: classes.open }}
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-haspopup="dialog"
        onPointerEnter={FiltersDialog.preload}
        onFocus={FiltersDialog.preload}
        onClick={() => setOpened(true)}
      >
        {t('filters.open')}
      </Button>
      {isFiltered(view) && (
        <Chips
          chips={chipsOf(fields, view, told)}
          onEdit={() => setOpened(true)}
          onRemove={removed => {
            // The chip takes the focus along: it goes where the next condition is made.
            button.current?.focus();
            onView({ ...view, ...removed, page: 1 });
          }}
        />
      )}
      {opened !== undefined && (
        <Suspense>
          <FiltersDialog
            opened={opened}
            tableId={tableId}
            fields={fields}
            words={words}
            told={told}
            view={view}
            onClose={() => setOpened(false)}
            onFilter={next => {
              setOpened(false);
              afterStep(() => onView({ ...view, ...next, page: 1 }));
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** A condition that holds, and the ones that are left without it. */
interface Chip {
  readonly key: string;
  readonly text: string;
  readonly removed: Filtering;
}

function chipsOf(fields: readonly Field[], view: View, told: Words & WhereWords): readonly Chip[] {
  const { filters, where } = view;
  const ofColumns = Object.entries(filters).map(([field, filter]) => ({
    key: field,
    text: whereText(fields, { field, filter }, told),
    removed: { where, filters: filteredBy(view, field, undefined).filters },
  }));
  const ofGroups = requiredIn(where).map((item, i) => ({
    key: `${i}`,
    text: whereText(fields, item, told),
    removed: { filters, where: where && item !== where ? withoutItem(where, item) : undefined },
  }));
  return [...ofColumns, ...ofGroups];
}

interface ChipsProps {
  chips: readonly Chip[];
  onEdit: () => void;
  onRemove: (removed: Filtering) => void;
}

function Chips({ chips, onEdit, onRemove }: ChipsProps) {
  const { t } = useTranslation('grid');
  return (
    <div role="group" className={classes.bar} aria-label={t('filters.bar')}>
      <ul className={classes.chips}>
        {chips.map(({ key, text, removed }) => (
          <li key={key} className={classes.chip}>
            <button
              type="button"
              className={classes.text}
              title={text}
              aria-label={t('filters.edit', { filter: text })}
              dir="auto"
              onClick={onEdit}
            >
              {text}
            </button>
            <button
              type="button"
              className={classes.remove}
              aria-label={t('filters.remove', { filter: text })}
              onClick={() => onRemove(removed)}
            >
              <IconX size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconFilterOff size={16} aria-hidden />}
        onClick={() => onRemove(unfiltered)}
      >
        {t('clearFilters')}
      </Button>
    </div>
  );
}
