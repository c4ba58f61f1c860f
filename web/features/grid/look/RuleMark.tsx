import type { Paint } from '../model/paint.ts';
import tones from '../../../ui/tone.module.css';
import classes from './Look.module.css';

/** The number of the rule that coloured something, and the rule in words; drawn hundreds of times. */
export const RuleMark = ({ paint: { color, place, text } }: { paint: Paint }) => (
  <span className={`${tones.tone} ${classes.mark}`} data-color={color} title={text}>
    <span aria-hidden>{place}</span>
    <span className={classes.said}>{text}</span>
  </span>
);
