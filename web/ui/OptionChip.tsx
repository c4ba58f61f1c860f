import type { FieldOption } from '@hzm/contracts/features/tables/options';
import classes from './OptionChip.module.css';
import tones from './tone.module.css';

/** Somebody of a project as an option, with the initials that stand before the name. */
export interface PersonOption extends FieldOption {
  readonly initials: string;
}

/** An option of a choice field in its colour; drawn in hundreds of cells, hence without hooks. */
export const OptionChip = ({ option }: { option: FieldOption | PersonOption }) => (
  <span
    className={`${tones.tone} ${classes.chip}`}
    data-color={option.color}
    data-retired={option.retired || undefined}
    data-initials={'initials' in option ? option.initials : undefined}
    dir="auto"
  >
    {option.name}
  </span>
);
