import type { Result } from '@hzm/contracts/features/math/operation';
import { addRow } from '@hzm/contracts/features/rows/api';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Button, Select, Stack } from '@mantine/core';
import { IconTablePlus } from '@tabler/icons-react';
import type { Dispatch } from 'react';
import type { SetStateAction } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { holdsNumbers } from './model/field-values.ts';
import { TableChoice } from './TableChoice.tsx';
import type { Precise } from './use-calculation.ts';

interface Props {
  precise: Readonly<Record<string, Precise>>;
  title: string;
  results: Readonly<Record<string, Result>>;
}

/** A button that saves the single numbers of a result as a new row of one's own table. */
export function SaveRow(props: Props) {
  const { t } = useTranslation('math');
  const [opened, setOpened] = useState(false);
  const hasNumbers = Object.values(props.precise).some(value => typeof value === 'string');
  if (!hasNumbers) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTablePlus size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('save.button')}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('save.title')}>
        <Saving {...props} onDone={() => setOpened(false)} />
      </Dialog>
    </>
  );
}

function Saving({ precise, title, results, onDone }: Props & { onDone: () => void }) {
  const { t } = useTranslation('math');
  const language = useLanguage();
  const { busy, error, run } = useSending();
  const [table, setTable] = useState<Table>();
  const [chosen, setChosen] = useState<ReadonlyMap<string, string | null>>(new Map());
  const labels = new Map(Object.entries(results));
  const texts = table?.fields.filter(({ type }) => type === 'string' || type === 'text') ?? [];
  const numbers = table?.fields.filter(({ type }) => holdsNumbers(type)) ?? [];
  const sources = [
    { name: 'title', label: t('save.name'), fields: texts, value: title as string | number },
    ...Object.entries(precise).flatMap(([name, value]) =>
      typeof value === 'string'
        ? {
            name,
            label: labels.get(name)?.label[language] ?? title,
            fields: numbers,
            value: Number(value),
          }
        : [],
    ),
  ];
  const save = useSaving({ table, sources, chosen, onDone });
  return (
    <Stack>
      <TableChoice
        onChoose={next => {
          setTable(next);
          setChosen(new Map());
        }}
      />
      {table &&
        sources.map(({ name, label, fields }) => (
          <FieldChoice
            key={name}
            label={label}
            fields={fields}
            chosen={chosen}
            name={name}
            setChosen={setChosen}
          />
        ))}
      {error && <ErrorNotice error={error} title={t('save.failed')} />}
      <Button
        disabled={!table || ![...chosen.values()].some(field => field !== null)}
        loading={busy}
        onClick={() => void run(save)}
      >
        {t('save.button')}
      </Button>
    </Stack>
  );
}

function useSaving({
  table,
  sources,
  chosen,
  onDone,
}: {
  table: Table | undefined;
  sources: { name: string; label: string; fields: Field[]; value: string | number }[];
  chosen: ReadonlyMap<string, string | null>;
  onDone: () => void;
}) {
  const { t } = useTranslation('math');
  const save = async (): Promise<void> => {
    if (!table) return;
    const body = Object.fromEntries(
      sources.flatMap(({ name, value }) => {
        const field = chosen.get(name);
        return field ? [[field, value]] : [];
      }),
    );
    await send(addRow, { params: { tableId: table.id }, query: { fieldKey: 'id' }, body });
    notifyDone(t('save.done', { table: table.name }));
    onDone();
  };
  return save;
}

function FieldChoice({
  label,
  fields,
  chosen,
  name,
  setChosen,
}: {
  label: string;
  fields: Field[];
  chosen: ReadonlyMap<string, string | null>;
  name: string;
  setChosen: Dispatch<SetStateAction<ReadonlyMap<string, string | null>>>;
}) {
  const { t } = useTranslation('math');
  return (
    <Select
      label={t('save.into', { label })}
      placeholder={t(fields.length === 0 ? 'save.noField' : 'save.leftOut')}
      clearable
      disabled={fields.length === 0}
      data={fields.map(field => ({ value: field.id, label: field.name }))}
      value={chosen.get(name) ?? null}
      onChange={field => setChosen(before => new Map(before).set(name, field))}
    />
  );
}
