import { useLanguage } from '../../lib/use-language.ts';
import { showDecimal } from './model/decimal-text.ts';
import { Sideways } from './Sideways.tsx';
import type { Precise } from './use-calculation.ts';
import classes from './Math.module.css';

/** A number, a list or a matrix of a result. */
export function ResultValue({
  value,
  decimals,
  label,
}: {
  value: Precise;
  decimals: number | undefined;
  label: string;
}) {
  const language = useLanguage();
  const show = (text: string): string => showDecimal(text, language, decimals);
  if (typeof value === 'string') return <strong className={classes.figures}>{show(value)}</strong>;
  if (value.every(one => typeof one === 'string'))
    return <strong className={classes.figures}>{value.map(show).join('; ')}</strong>;
  return (
    <Sideways label={label}>
      <table className={classes.matrix}>
        <tbody>
          {value.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{show(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Sideways>
  );
}
