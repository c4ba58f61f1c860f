import { useTranslation } from 'react-i18next';
import { inputProps } from './input-props.ts';
import type { EditorProps } from './kind.ts';
import classes from './measure.module.css';

interface Props extends EditorProps {
  readonly units: readonly string[];
  readonly fallback: string;
}

/**
 * The draft of an amount with its unit: `12,5 TRY`. What is written without one of these units is
 * all amount.
 */
function split(
  draft: string,
  units: readonly string[],
): { readonly amount: string; readonly unit: string | undefined } {
  const at = draft.lastIndexOf(' ');
  const unit = draft.slice(at + 1);
  return at >= 0 && units.includes(unit)
    ? { amount: draft.slice(0, at), unit }
    : { amount: draft, unit: undefined };
}

/** An amount and one of some units. */
export function MeasureEditor({ units, fallback, ...props }: Props) {
  const { t } = useTranslation('grid');
  const { amount, unit: chosen } = split(props.draft, units);
  const unit = chosen ?? fallback;
  const say = (nextAmount: string, nextUnit: string): void =>
    props.onDraft(
      nextAmount.trim() === ''
        ? ''
        : /[^\d\s.,()+−–-]/.test(nextAmount)
          ? nextAmount
          : `${nextAmount} ${nextUnit}`,
    );
  return (
    <span className={classes.measure}>
      <input
        type="text"
        inputMode="decimal"
        {...inputProps({ ...props, draft: amount, onDraft: text => say(text, unit) })}
      />
      <select
        value={unit}
        disabled={props.disabled}
        aria-label={t('unitOf', { field: props.field.name })}
        onChange={event => say(amount, event.currentTarget.value)}
      >
        {units.map(one => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </span>
  );
}
