import type { Field } from '@hzm/contracts/features/tables/table';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem, Words } from '../../../lib/values/value-text.ts';
import type { Filter } from '../model/filter.ts';
import { draftOf, readDraft } from './draft.ts';
import { DraftFields } from './DraftFields.tsx';
import classes from './Filter.module.css';

/** Every condition that the server knows, for one field. */
export function FilterForm({
  tableId,
  field,
  filter,
  words,
  onFilter,
}: {
  tableId: string;
  field: Field;
  filter: Filter | undefined;
  words: Words;
  onFilter: (filter: Filter | undefined) => void;
}) {
  const { t } = useTranslation('grid');
  const [draft, setDraft] = useState(() => draftOf(field, filter, words));
  const [problem, setProblem] = useState<Problem>();
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        const read = readDraft(field, draft, words);
        if ('problem' in read) setProblem(read.problem);
        else onFilter(read.filter);
      }}
    >
      <DraftFields
        tableId={tableId}
        field={field}
        draft={draft}
        words={words}
        problem={problem}
        isFirst
        onChange={next => {
          setDraft(next);
          setProblem(undefined);
        }}
      />
      <Group justify="flex-end" gap="xs">
        <Button size="xs" variant="default" onClick={() => onFilter(undefined)}>
          {t('filter.clear')}
        </Button>
        <Button size="xs" type="submit">
          {t('filter.apply')}
        </Button>
      </Group>
    </form>
  );
}
