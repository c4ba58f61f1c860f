import { optionsIn, optionWith } from '../../../../lib/values/choices.ts';
import { formatted } from '../../../../lib/values/value-text.ts';
import { OptionChip } from '../../../../ui/OptionChip.tsx';
import { ChoiceEditor } from './choice.tsx';
import type { EditorProps, FieldKind } from './kind.ts';
import classes from './choice.module.css';

const READING = '…';

/** Somebody of the project; who is not in it any more has no name. */
export const person: FieldKind = {
  View: ({ value, field, words }) => {
    const option = optionWith(optionsIn(field), value);
    if (option) return <OptionChip option={option} />;
    if (!field.validation.options) return READING;
    return (
      <span className={classes.former} title={value as string}>
        {formatted(field, value, words)}
      </span>
    );
  },
  Editor: (props: EditorProps) => <ChoiceEditor {...props} isMulti={false} />,
  typed: true,
};
