import type { FieldOption } from '@hzm/contracts/features/tables/options';
import classes from './OptionChip.module.css';
import tones from './tone.module.css';

/** An option of a choice field in its colour; drawn in hundreds of cells, hence without hooks. */
export const OptionChip = ({ option }: { option: FieldOption }) => (
  <span
    className={`${tones.tone} ${classes.chip}`}
    data-color={option.color}
    data-retired={option.retired || undefined}
    dir="auto"
  >
    {option.name}
  </span>
);
