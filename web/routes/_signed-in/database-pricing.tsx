import { createFileRoute } from '@tanstack/react-router';
import type { PricingView } from '../../features/administration/pricing/pricing-view.ts';
import { PricingScreen } from '../../features/administration/pricing/PricingScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';
import { AdminOnly } from '../../ui/AdminOnly.tsx';

export const Route = createFileRoute('/_signed-in/database-pricing')({
  validateSearch: (search: Record<string, unknown>): PricingView => ({
    ...(search['tab'] === 'campaigns' ? { tab: 'campaigns' } : {}),
    ...(typeof search['of'] === 'string' && search['of'] !== '' ? { of: search['of'] } : {}),
    ...(typeof search['page'] === 'number' && Number.isInteger(search['page']) && search['page'] > 1
      ? { page: search['page'] }
      : {}),
    ...(search['add'] === true ? { add: true } : {}),
  }),
  loader: () => loadTexts('pricing', 'prices', 'administration'),
  component: () => (
    <AdminOnly>
      <PricingScreen />
    </AdminOnly>
  ),
});
