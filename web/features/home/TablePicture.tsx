import { IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import classes from './TablePicture.module.css';

const rows = [
  { customer: 'Yılmaz Tekstil', status: 'demo.sent', amount: 12_480 },
  { customer: 'Öz Gıda', status: 'demo.packed', amount: 3_250 },
  { customer: 'Işık Mobilya', status: 'demo.new', amount: 28_900 },
  { customer: 'Çınar Kırtasiye', status: 'demo.new', amount: 1_745 },
] as const;

/**
 * Illustration of the product: one table with two people. Decorative, because the text beside it
 * says the same.
 */
export function TablePicture() {
  const { t } = useTranslation('homepage');
  const money = new Intl.NumberFormat(useLanguage(), {
    style: 'currency',
    currency: 'TRY',
    maximumFractionDigits: 0,
  });
  return (
    <div className={classes.picture} aria-hidden>
      <div className={classes.bar}>
        <IconTable size={16} />
        {t('demo.table')}
      </div>
      <div className={classes.head}>
        <span>{t('demo.customer')}</span>
        <span>{t('demo.status')}</span>
        <span>{t('demo.amount')}</span>
      </div>
      {rows.map(({ customer, status, amount }, at) => (
        <div key={customer} className={classes.row}>
          <span>{customer}</span>
          <span
            className={at === 1 ? classes.mine : undefined}
            data-name={at === 1 ? t('demo.editor') : undefined}
          >
            {t(status)}
          </span>
          <span
            className={at === 2 ? classes.theirs : undefined}
            data-name={at === 2 ? t('demo.someone') : undefined}
          >
            {money.format(amount)}
          </span>
        </div>
      ))}
    </div>
  );
}
