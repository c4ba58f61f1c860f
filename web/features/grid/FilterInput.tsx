import type { Field } from '@hzm/contracts/features/tables/table';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './GridTable.module.css';

/** How long a person must rest before their words are looked for, in milliseconds. */
const REST_MS = 300;

interface Props {
  field: Field;
  col: number;
  value: string;
  tabIndex: number;
  onFilter: (text: string) => void;
}

/** What a column must contain. */
export function FilterInput({ field, col, value, tabIndex, onFilter }: Props) {
  const { t } = useTranslation('grid');
  const [text, setText] = useState(value);
  const said = useRef(value);
  const latest = useRef(onFilter);
  latest.current = onFilter;
  const say = (next: string): void => {
    said.current = next;
    latest.current(next);
  };
  // Another place may have changed it: the address, or "clear filters".
  useEffect(() => {
    if (value === said.current) return;
    said.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (text === said.current) return undefined;
    const timer = setTimeout(() => say(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      type="search" className={classes.filter} data-filter={col} tabIndex={tabIndex} value={text} aria-label={t('filterBy', { field: field.name })} placeholder={t('filterPlaceholder')} autoComplete="off"
      onChange={event => setText(event.currentTarget.value)} onKeyDown={event => { if (event.key === 'Enter') say(text); }}
    />
  );
}
