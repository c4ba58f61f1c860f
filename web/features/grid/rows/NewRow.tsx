import { type Json, memberOf } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { Button, Group } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/use-language.ts';
import { exampleOf } from '../../../lib/values/example-text.ts';
import { valueFrom, type Problem, type Words } from '../../../lib/values/value-text.ts';
import { useSession } from '../../../state/use-session.ts';
import { focusFirst } from '../../../ui/focus-first.ts';
import { kindOf } from '../cells/fields/kinds.ts';
import { useHint } from '../cells/use-hint.ts';
import type { Values } from '../model/row.ts';
import classes from '../drawer/RowForm.module.css';

interface Props {
  tableId: string;
  fields: readonly Field[];
  words: Words;
  /** Whether the row was refused: its text stays to be copied. */
  isRefused: boolean;
  /** `goes`: the form closes, and one goes on in the new row. */
  onAdd: (values: Values, goes: boolean) => void;
  onClose: () => void;
  /** Closed without a new row. */
  onCancel: () => void;
}

/**
 * A form for a new row; it closes when the row is on its way, or begins anew for another one. Its
 * texts are kept as a draft until then, or until the button discards them.
 */
export function NewRow({ tableId, fields, words, isRefused, onAdd, onClose, onCancel }: Props) {
  const { t } = useTranslation('grid');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => focusFirst(form.current), []);
  const [drafts, setDrafts] = useNewRowDraft(tableId);
  const [problems, setProblems] = useState<{ readonly [field: string]: Problem }>({});
  const save = (another: boolean): void => {
    if (isRefused) return;
    const { values, wrong } = readDrafts(fields, drafts, words);
    setProblems(wrong);
    const firstWrong = fields.findIndex(field => memberOf(wrong, field.id) !== undefined);
    if (firstWrong >= 0) return document.getElementById(`${id}-${firstWrong}`)?.focus();
    setDrafts({});
    if (!another) onClose();
    onAdd(values, !another);
    if (another) focusFirst(form.current);
  };
  return (
    <form
      ref={form}
      className={classes.newRow}
      aria-label={t('addRow')}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        save(false);
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') onCancel();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          save(true);
        }
      }}
    >
      <div className={classes.newFields}>
        {fields.map((field, at) => (
          <NewCell
            key={field.id}
            id={`${id}-${at}`}
            field={field}
            draft={memberOf(drafts, field.id) ?? ''}
            problem={memberOf(problems, field.id)}
            first={at === 0}
            onDraft={draft => setDrafts({ ...drafts, [field.id]: draft })}
          />
        ))}
      </div>
      <Buttons
        isRefused={isRefused}
        onAnother={() => save(true)}
        onCancel={() => {
          setDrafts({});
          onCancel();
        }}
      />
    </form>
  );
}

/** Reads the texts of a form: the values of a row, and why some are none. */
function readDrafts(
  fields: readonly Field[],
  drafts: { readonly [field: string]: string },
  words: Words,
): { readonly values: Values; readonly wrong: { readonly [field: string]: Problem } } {
  const parsed = fields.map(
    field => [field.id, valueFrom(field, memberOf(drafts, field.id) ?? '', words)] as const,
  );
  return {
    values: Object.fromEntries(
      parsed.flatMap(([fieldId, result]): [string, Json][] =>
        'value' in result && result.value !== null ? [[fieldId, result.value]] : [],
      ),
    ),
    wrong: Object.fromEntries(
      parsed.flatMap(([fieldId, result]) =>
        'problem' in result ? [[fieldId, result.problem] as const] : [],
      ),
    ),
  };
}

function Buttons({
  isRefused,
  onAnother,
  onCancel,
}: {
  isRefused: boolean;
  onAnother: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('grid');
  return (
    <Group gap="xs" justify="flex-end">
      <Button size="xs" variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button
        size="xs"
        variant="default"
        title={t('withKeys', { what: t('saveAnother'), keys: 'Ctrl+Enter' })}
        aria-keyshortcuts="Control+Enter"
        disabled={isRefused}
        onClick={onAnother}
      >
        {t('saveAnother')}
      </Button>
      <Button size="xs" type="submit" disabled={isRefused}>
        {t('save')}
      </Button>
    </Group>
  );
}

interface CellProps {
  id: string;
  field: Field;
  draft: string;
  problem: Problem | undefined;
  first: boolean;
  onDraft: (draft: string) => void;
}

function NewCell({ id, field, draft, problem, first, onDraft }: CellProps) {
  const { t } = useTranslation('grid');
  const hint = useHint(field);
  const language = useLanguage();
  const { Editor } = kindOf(field.type);
  return (
    <div className={classes.newCell}>
      <label htmlFor={id}>
        <bdi>{field.name}</bdi>
        {field.required && (
          <span aria-hidden className={classes.asterisk}>
            {' '}
            *
          </span>
        )}
      </label>
      <Editor
        id={id}
        field={field}
        draft={draft}
        onDraft={onDraft}
        invalid={problem !== undefined}
        describedBy={problem ? `${id}-problem` : hint && `${id}-hint`}
        example={exampleOf(field, language)}
        focused={first}
      />
      {hint && !problem && (
        <span id={`${id}-hint`} className={classes.hint}>
          {hint}
        </span>
      )}
      {problem && (
        <span id={`${id}-problem`} className={classes.problem}>
          {t(`problems.${problem}`)}
        </span>
      )}
    </div>
  );
}

/** The texts of a new row that is not added yet, by field id. */
type NewRowDraft = { readonly [field: string]: string };

function read(key: string): NewRowDraft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return Object.fromEntries(
      Object.entries({ ...(kept as object) }).flatMap(([field, text]) =>
        typeof text === 'string' ? [[field, text]] : [],
      ),
    );
  } catch {
    return {};
  }
}

/** A draft that stays in this browser, per person and table, until it is added or discarded. */
function useNewRowDraft(tableId: string): readonly [NewRowDraft, (next: NewRowDraft) => void] {
  const { user } = useSession();
  const key = `hzm-draft/${user.id}/new-row/${tableId}`;
  const [draft, setDraft] = useState(() => read(key));
  const keep = (next: NewRowDraft): void => {
    setDraft(next);
    try {
      if (Object.values(next).every(text => text === '')) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // A full storage costs only the reload.
    }
  };
  return [draft, keep];
}
