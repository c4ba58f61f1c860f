import { memberOf, type Json } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { formatParts } from '../../../lib/list-text.ts';
import { rowName } from '../../../lib/values/row-name.ts';
import { formatted, rawText, type Words } from '../../../lib/values/value-text.ts';
import type { IssueGroup } from '../model/issue-groups.ts';
import { opsOf, type Op } from '../model/op.ts';
import { toRowView } from '../model/row-view.ts';
import { valueOf } from '../model/row.ts';
import type { Grid } from '../sync/state.ts';

/** Bounds the rows of one question that are listed. */
const MAX_LISTED = 100;
/** Maximum values that are listed at once. */
const FEW = 5;

/** Returns the written values as plain texts: the field may be gone, and its type with it. */
export function rawOf(op: Op): readonly string[] {
  if (op.kind === 'edit') return [rawText(op.value)];
  return op.kind === 'add' ? Object.values(op.values).map(rawText) : [];
}

const failures = {
  add: 'issues.addFailed',
  edit: 'issues.editFailed',
  remove: 'issues.removeFailed',
  restore: 'issues.restoreFailed',
} as const;

/** A reason in the names of fields: the server names them by the ids that it was given. */
const inNames = (reason: string, fields: readonly Field[]): string =>
  fields.reduce((text, { id, name }) => text.replaceAll(id, name), reason);

interface QuestionProps {
  group: IssueGroup;
  grid: Grid;
  fields: readonly Field[];
  words: Words;
}

/** A question, with the values it is about: of several cells behind a summary. */
export function Question({ group, grid: { table }, fields, words }: QuestionProps) {
  const { first: op, ops } = group;
  const { t } = useTranslation('grid');
  const fieldOf = (one: Op): Field | undefined =>
    one.kind === 'edit' ? fields.find(({ id }) => id === one.field) : undefined;
  const shown = (one: Op, value: Json): string => {
    const field = fieldOf(one);
    return (field ? formatted(field, value, words) : rawText(value)) || t('empty');
  };
  const said = (one: Op): string =>
    one.kind === 'edit' ? shown(one, one.value) : formatParts(rawOf(one), words.language);
  const nameOf = ({ rowId }: Op): string => {
    const row = table.rows.get(rowId) ?? table.removed.get(rowId)?.row;
    const adds = opsOf(table.ops, rowId).filter(({ kind }) => kind === 'add');
    return rowName(fields, toRowView(rowId, row, adds).values, words, 'id') || t('noName');
  };
  const label = fieldOf(op)?.name ?? (op.kind === 'edit' ? op.label : undefined) ?? t('noField');
  const text = <QuestionText op={op} table={table} field={label} fields={fields} />;
  if (ops.length > 1) {
    const count = { count: ops.length, formatted: formatNumber(ops.length, words.language) };
    const listed = ops.slice(0, MAX_LISTED);
    return (
      <div>
        <p>{text}</p>
        <details open={ops.length <= FEW}>
          <summary>{t('issues.list', count)}</summary>
          <ul>
            {listed.map(one => (
              <li key={one.id}>
                {nameOf(one)}: <strong dir="auto">{said(one)}</strong>
              </li>
            ))}
          </ul>
        </details>
      </div>
    );
  }
  const theirs =
    op.state === 'conflict' && op.kind === 'edit'
      ? shown(op, valueOf(table.rows.get(op.rowId), op.field))
      : undefined;
  return (
    <p>
      {text} <span>{t('issues.row', { row: nameOf(op) })}</span>
      {said(op) !== '' && <Value label={t('issues.mine')} text={said(op)} />}
      {theirs !== undefined && <Value label={t('issues.theirs')} text={theirs} />}
    </p>
  );
}

const Value = ({ label, text }: { label: string; text: string }) => (
  <span>
    {' '}
    · {label}: <strong dir="auto">{text}</strong>
  </span>
);

interface QuestionTextProps {
  op: Op;
  table: Grid['table'];
  /** The name of its field. */
  field: string;
  fields: readonly Field[];
}

function QuestionText({ op, table, field, fields }: QuestionTextProps) {
  const { t } = useTranslation('grid');
  const somebody = t('issues.somebody');
  if (op.isFieldGone && op.kind === 'add') return t('issues.addFieldGone');
  if (op.isFieldGone) return t('issues.fieldGone', { field });
  if (op.state === 'gone') {
    return t('issues.gone', { who: table.removed.get(op.rowId)?.by || somebody });
  }
  if (op.state === 'conflict' && op.kind === 'remove') return t('issues.removeConflict');
  if (op.state === 'conflict' && op.kind === 'edit') {
    const who = memberOf(table.remoteEdits.get(op.rowId), op.field)?.name ?? somebody;
    return t('issues.conflict', { field, who });
  }
  const reason = op.reason === undefined ? '' : `: ${inNames(op.reason, fields)}`;
  return `${t(failures[op.kind])}${op.kind === 'edit' ? ` (${field})` : ''}${reason}`;
}
