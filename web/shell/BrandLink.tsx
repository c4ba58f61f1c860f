import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './BrandLink.module.css';

/** Logo and name, linked to the home page. */
export function BrandLink({ to }: { to: '/' | '/dashboard' }) {
  const { t } = useTranslation('common');
  return (
    <Link to={to} className={classes.brand}>
      <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden>
        <rect x="1" y="1" width="22" height="22" rx="6" fill="var(--hzm-accent)" />
        <path
          d="M6 8h12M6 12h7M6 16h12"
          stroke="var(--hzm-surface)"
          strokeWidth="2"
          strokeLinecap="round"
        />
        <circle cx="17.5" cy="12" r="1.6" fill="var(--hzm-surface)" />
      </svg>
      {t('brand')}
    </Link>
  );
}
