import { useTranslation } from 'react-i18next';
import { brandNames, brandOf } from './brand.ts';
import { cardDigits, groupedInFours } from './grouping.ts';
import type { PaymentValues } from './payment.ts';
import classes from './Card.module.css';

const UNKNOWN = '•';

/**
 * Picture of the card, which flips for the security code. Decorative, because the form has all of
 * it.
 */
export function CardPicture({
  card,
  side,
}: {
  card: Pick<PaymentValues, 'cardNumber' | 'cardHolder' | 'expiryDate' | 'cvv'>;
  side: 'front' | 'back';
}) {
  const { t } = useTranslation('upgrade');
  const digits = cardDigits(card.cardNumber);
  const brand = brandOf(digits);
  return (
    <div className={classes.place} aria-hidden data-testid="card-picture">
      <div className={classes.card} data-side={side} data-brand={brand}>
        <div className={classes.front}>
          <div className={classes.line}>
            <span className={classes.chip} />
            <span className={classes.brand}>{brand && brandNames[brand]}</span>
          </div>
          <div className={classes.number}>
            {groupedInFours(digits.padEnd(brand === 'amex' ? 15 : 16, UNKNOWN))}
          </div>
          <div className={classes.line}>
            <span className={classes.holder}>{card.cardHolder.trim() || t('card.holderHere')}</span>
            <span className={classes.expiry}>{card.expiryDate || t('card.expiryHint')}</span>
          </div>
        </div>
        <div className={classes.back}>
          <div className={classes.stripe} />
          <div className={classes.signature}>
            <span>{card.cvv.padEnd(3, UNKNOWN)}</span>
          </div>
        </div>
      </div>
    </div>
  );
}
