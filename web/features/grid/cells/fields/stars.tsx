import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { starText } from '../../../../lib/values/contact-text.ts';
import { inputProps } from './input-props.ts';
import { isComposing, type EditorProps, type FieldKind } from './kind.ts';
import classes from './stars.module.css';

const all = [1, 2, 3, 4, 5] as const;

/** A digit, beside stars to press; arrows give one more or one less. */
function Editor(props: EditorProps) {
  const { t } = useTranslation('grid');
  const { draft, onDraft, disabled } = props;
  const count = /^[0-5]$/.test(draft.trim()) ? Number(draft) : 0;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event) || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onDraft(String(Math.min(5, Math.max(0, count + (event.key === 'ArrowUp' ? 1 : -1)))));
  };
  return (
    <span className={classes.editor}>
      <input type="text" inputMode="numeric" {...inputProps(props)} onKeyDown={onKeyDown} />
      <span role="group" aria-label={t('stars.choose', { field: props.field.name })}>
        {all.map(one => (
          <button
            key={one}
            type="button"
            className={classes.star}
            data-on={one <= count || undefined}
            aria-pressed={one === count}
            aria-label={t('stars.count', { count: one })}
            disabled={disabled}
            onMouseDown={event => event.preventDefault()}
            onClick={() => onDraft(String(one === count ? one - 1 : one))}
          >
            {one <= count ? '★' : '☆'}
          </button>
        ))}
      </span>
    </span>
  );
}

/** A rating of 0 to 5; in a cell that is selected a star can be pressed. */
export const stars: FieldKind = {
  View: ({ value }) =>
    typeof value === 'number' && value >= 0 && value <= 5 ? (
      <span role="img" aria-label={`${value}/5`} className={classes.stars}>
        {all.map(one => (
          <span key={one} data-star={one} data-on={one <= value || undefined}>
            {one <= value ? '★' : '☆'}
          </span>
        ))}
      </span>
    ) : typeof value === 'number' ? (
      starText(value)
    ) : (
      ''
    ),
  Editor,
  typed: true,
};
