import { MAX_VALUES } from '@hzm/contracts/features/math/operation';
import { listRows } from '@hzm/contracts/features/rows/api';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Button, Select, Stack } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone, notifyNotYet } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { holdsNumbers, numberIn } from './model/field-values.ts';
import { TableChoice } from './TableChoice.tsx';

/** A button that takes the values of a numeric field of one's own table. */
export function PickValues({ onPick }: { onPick: (values: readonly string[]) => void }) {
  const { t } = useTranslation('math');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconTable size={15} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('table.pick')}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('table.pickTitle')}>
        <Picking
          onPick={values => {
            setOpened(false);
            onPick(values);
          }}
        />
      </Dialog>
    </>
  );
}

function Picking({ onPick }: { onPick: (values: readonly string[]) => void }) {
  const { t } = useTranslation('math');
  const { busy, error, run } = useSending();
  const [table, setTable] = useState<Table>();
  const [fieldId, setField] = useState<string | null>(null);
  const fields = table?.fields.filter(({ type }) => holdsNumbers(type)) ?? [];
  const pick = async (): Promise<void> => {
    const field = fields.find(({ id }) => id === fieldId);
    if (!table || !field) return;
    const { data } = await send(listRows, {
      params: { tableId: table.id },
      query: { limit: MAX_VALUES, fieldKey: 'id' },
    });
    const values = data.rows.flatMap(
      row => numberIn(new Map(Object.entries(row)).get(field.id)) ?? [],
    );
    if (values.length === 0) return notifyNotYet(t('table.noValues'));
    notifyDone(
      data.pagination.total !== undefined && data.pagination.total > data.rows.length
        ? t('table.pickedFirst', { count: values.length })
        : t('table.picked', { count: values.length }),
    );
    onPick(values);
  };
  return (
    <Stack>
      <TableChoice
        onChoose={chosen => {
          setTable(chosen);
          setField(null);
        }}
      />
      <Select
        label={t('table.field')}
        placeholder={table && fields.length === 0 ? t('table.noNumbers') : t('table.choose')}
        disabled={fields.length === 0}
        data={fields.map(({ id, name }) => ({ value: id, label: name }))}
        value={fieldId}
        onChange={setField}
      />
      {error && <ErrorNotice error={error} />}
      <Button disabled={fieldId === null} loading={busy} onClick={() => void run(pick)}>
        {t('table.take')}
      </Button>
    </Stack>
  );
}
