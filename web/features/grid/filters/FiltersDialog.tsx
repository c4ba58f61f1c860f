import { conditionsIn } from '@hzm/contracts/core/groups';
import { MAX_CONDITIONS } from '@hzm/contracts/features/rows/row';
import type { Field } from '@hzm/contracts/features/tables/table';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Words } from '../../../lib/values/value-text.ts';
import { whereText, type WhereWords } from '../model/where-text.ts';
import {
  filteringOf,
  treeOf,
  type FieldCondition,
  type Filtering,
  type Where,
} from '../model/where.ts';
import { DraftDialog, DraftForm } from './DraftDialog.tsx';
import { GroupFields } from './GroupFields.tsx';
import { areTooMany, newCondition, readTree, treeDraft, type GroupDraft } from './tree-draft.ts';

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
  return (
    <DraftDialog opened={opened} title={t('filters.title')} onClose={onClose}>
      <FiltersForm {...form} onClose={onClose} />
    </DraftDialog>
  );
}

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
    const isOver = areTooMany([...own, ...conditionsIn<FieldCondition>(next)]);
    setTooMany(isOver);
    if (isRight && !isOver) onFilter(filteringOf(next, apart));
  };
  return (
    <DraftForm
      problem={tooMany && t('filters.tooMany', { count: MAX_CONDITIONS })}
      onApply={apply}
      onCancel={onClose}
    >
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
    </DraftForm>
  );
}
