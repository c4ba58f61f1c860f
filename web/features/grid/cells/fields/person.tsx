import { optionsIn, optionWith } from '../../../../lib/values/choices.ts';
import { formatted } from '../../../../lib/values/value-text.ts';
import { OptionChip } from '../../../../ui/OptionChip.tsx';
import { ChoiceEditor } from './choice.tsx';
import type { EditorProps, FieldKind } from './kind.ts';
import classes from './choice.module.css';

/** Somebody of the project, by name where the reader is told it. */
export const person: FieldKind = {
  View: ({ value, field, words }) => {
    const option = optionWith(optionsIn(field), value);
    return option ? (
      <OptionChip option={option} />
    ) : (
      <span className={classes.former} title={value as string}>
        {formatted(field, value, words)}
      </span>
    );
  },
  Editor: (props: EditorProps) => <ChoiceEditor {...props} isMulti={false} />,
  typed: true,
};
