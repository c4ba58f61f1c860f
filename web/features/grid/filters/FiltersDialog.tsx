import { conditionsIn } from '@hzm/contracts/core/groups';
import { MAX_CONDITIONS } from '@hzm/contracts/features/rows/row';
import type { Field } from '@hzm/contracts/features/tables/table';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Words } from '../../../lib/values/value-text.ts';
import { Dialog } from '../../../ui/Overlay.tsx';
import { whereText, type WhereWords } from '../model/where-text.ts';
import {
  filteringOf,
  treeOf,
  type FieldCondition,
  type Filtering,
  type Where,
} from '../model/where.ts';
import { GroupFields } from './GroupFields.tsx';
import { newCondition, readTree, treeDraft, type GroupDraft } from './tree-draft.ts';

interface Props {
  opened: boolean;
  tableId: string;
  fields: readonly Field[];
  words: Words;
  told: Words & WhereWords;
  view: Filtering;
  onClose: () => void;
  onFilter: (filtering: Filtering) => void;
}

/** All conditions of a view, with groups of which all or any must hold. */
export function FiltersDialog({ opened, onClose, ...form }: Props) {
  const { t } = useTranslation('grid');
  const isSmall = useMediaQuery('(max-width: 40em)');
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('filters.title')}
      size="xl"
      fullScreen={isSmall}
      closeOnClickOutside={false}
    >
      <FiltersForm {...form} onClose={onClose} />
    </Dialog>
  );
}

/** Counts conditions as the server does: each comparison by itself. */
const countOf = (conditions: readonly FieldCondition[]): number =>
  conditions.reduce(
    (sum, { filter }) => sum + (typeof filter === 'string' ? 1 : Object.keys(filter).length),
    0,
  );

/** An empty tree begins with a condition on the first field. */
const begun = (draft: GroupDraft, [first]: readonly Field[]): GroupDraft =>
  draft.items.length === 0 && first ? { ...draft, items: [newCondition(first)] } : draft;

function FiltersForm({
  tableId,
  fields,
  words,
  told,
  view,
  onClose,
  onFilter,
}: Omit<Props, 'opened'>) {
  const { t } = useTranslation('grid');
  const [{ tree, apart }] = useState(() => treeOf(view));
  const [draft, setDraft] = useState(() => begun(treeDraft(tree, fields, words), fields));
  const [tooMany, setTooMany] = useState(false);
  const own = Object.entries(apart).map(([field, filter]) => ({ field, filter }));
  const apply = (): void => {
    const { tree: next, read, isRight } = readTree(draft, fields, words);
    setDraft(read);
    const isOver = countOf([...own, ...conditionsIn<FieldCondition>(next)]) > MAX_CONDITIONS;
    setTooMany(isOver);
    if (isRight && !isOver) onFilter(filteringOf(next, apart));
  };
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        apply();
      }}
    >
      <Stack gap="md">
        {own.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('filters.apart', { filters: whereText(fields, { all: own } satisfies Where, told) })}
          </Text>
        )}
        <GroupFields
          group={draft}
          tableId={tableId}
          fields={fields}
          words={words}
          told={told}
          onChange={setDraft}
        />
        {tooMany && (
          <Alert color="red" role="alert">
            {t('filters.tooMany', { count: MAX_CONDITIONS })}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit">{t('filter.apply')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
