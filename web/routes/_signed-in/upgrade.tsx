import { createFileRoute } from '@tanstack/react-router';
import type { UpgradeView } from '../../features/upgrade/upgrade-view.ts';
import { UpgradeScreen } from '../../features/upgrade/UpgradeScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/upgrade')({
  validateSearch: (search: Record<string, unknown>): UpgradeView => ({
    ...(typeof search['plan'] === 'string' ? { plan: search['plan'] } : {}),
    ...(search['cycle'] === 'monthly' || search['cycle'] === 'yearly'
      ? { cycle: search['cycle'] }
      : {}),
  }),
  loader: () => loadTexts('upgrade', 'prices'),
  component: UpgradeScreen,
});
