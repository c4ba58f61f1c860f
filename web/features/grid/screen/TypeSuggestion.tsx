import { fieldFit } from '@hzm/contracts/features/tables/api';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../lib/error-text.ts';
import { send } from '../../../lib/http.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { changeField } from '../../../state/change-field.ts';
import { settleType, untypedFields } from '../../../state/untyped-fields.ts';
import { notifyFailed, notifyUndoable } from '../../../ui/notify.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import { focusGrid } from '../body/focus-grid.ts';
import type { Row } from '../model/row.ts';
import { suggestedTypeIn, type SuggestedType } from '../model/suggested-type.ts';
import classes from './DataScreen.module.css';

interface Props {
  table: Table;
  /** The rows that are here, by id. */
  rows: ReadonlyMap<string, Row>;
}

/** Time without changes after which the server is asked, in milliseconds. */
const QUIET_MS = 600;

/** A suggestion, once the server says that all values of the field can be converted. */
function useSuggestion({ table, rows }: Props) {
  const language = useLanguage();
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  const [fitting, setFitting] = useState('');
  const found = useMemo(() => {
    const untyped = new Set([...untypedFields()].filter(id => !settled.has(id)));
    return suggestedTypeIn(table.fields, untyped, rows.values(), language);
  }, [table.fields, rows, language, settled]);
  const key = found ? `${found.field.id} ${found.type}` : '';
  useEffect(() => {
    const [fieldId, type] = key.split(' ');
    if (!fieldId || key === fitting) return undefined;
    const timer = setTimeout(() => {
      send(fieldFit, {
        params: { tableId: table.id, fieldId },
        query: { type: type as FieldType },
      }).then(
        ({ data: { fit } }) => {
          if (fit.unfit === 0 && fit.converted > 0) setFitting(key);
        },
        // Without an answer nothing is suggested.
        () => {},
      );
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [key, fitting, table.id]);
  const settle = (fieldId: string): void => {
    settleType(fieldId);
    setSettled(before => new Set(before).add(fieldId));
  };
  return { shown: found && key === fitting ? found : undefined, settle };
}

/** Suggests a type for a field of texts by what is written into it. Nothing changes by itself. */
export function TypeSuggestion(props: Props) {
  const { shown, settle } = useSuggestion(props);
  return shown ? (
    <Suggestion key={shown.field.id} {...shown} table={props.table} onSettled={settle} />
  ) : null;
}

function Suggestion({
  table,
  field,
  type,
  onSettled,
}: SuggestedType & { table: Table; onSettled: (fieldId: string) => void }) {
  const { t } = useTranslation(['grid', 'tables']);
  const errorText = useErrorText();
  const { busy, run } = useSending();
  const names = { field: field.name, type: t(`tables:types.${type}`) };
  /** Changes the type, or says why not; whether that was done. */
  const change = async (to: FieldType): Promise<boolean> => {
    try {
      await changeField(table, field.id, { type: to });
      return true;
    } catch (error) {
      notifyFailed(`${t('suggestion.failed')}: ${errorText(error)}`);
      return false;
    }
  };
  const take = (): void =>
    void run(async () => {
      const isDone = await change(type);
      focusGrid(true);
      if (!isDone) return;
      onSettled(field.id);
      notifyUndoable(t('suggestion.taken', names), t('undo'), () => void change('string'));
    });
  return (
    <div role="status" className={classes.suggestion}>
      <IconSparkles size={18} aria-hidden />
      <span>{t('suggestion.text', names)}</span>
      <Button size="compact-sm" variant="light" loading={busy} onClick={take}>
        {t('suggestion.take')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        onClick={() => {
          onSettled(field.id);
          focusGrid(true);
        }}
      >
        {t('suggestion.keep')}
      </Button>
    </div>
  );
}
