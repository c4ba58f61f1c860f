import { useTranslation } from 'react-i18next';
import { inputProps } from './input-props.ts';
import type { EditorProps } from './kind.ts';
import classes from './measure.module.css';

/** The draft of an amount with its unit: `12,5 TRY`. */
export const splitMeasure = (draft: string): { readonly amount: string; readonly unit: string } => {
  const at = draft.lastIndexOf(' ');
  return { amount: at < 0 ? draft : draft.slice(0, at), unit: at < 0 ? '' : draft.slice(at + 1) };
};

interface Props extends EditorProps {
  readonly units: readonly string[];
  readonly fallback: string;
}

/** An amount and one of some units. */
export function MeasureEditor({ units, fallback, ...props }: Props) {
  const { t } = useTranslation('grid');
  const { amount, unit: chosen } = splitMeasure(props.draft);
  const unit = units.includes(chosen) ? chosen : fallback;
  const say = (nextAmount: string, nextUnit: string): void => props.onDraft(nextAmount.trim() === '' ? '' : `${nextAmount.trim()} ${nextUnit}`);
  return (
    <span className={classes.measure}>
      <input type="text" inputMode="decimal" {...inputProps({ ...props, draft: amount, onDraft: text => say(text, unit) })} />
      <select value={unit} disabled={props.disabled} aria-label={t('unitOf', { field: props.field.name })} onChange={event => say(amount, event.currentTarget.value)}>
        {units.map(one => <option key={one} value={one}>{one}</option>)}
      </select>
    </span>
  );
}
