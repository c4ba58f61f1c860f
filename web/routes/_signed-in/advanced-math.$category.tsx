import { createFileRoute } from '@tanstack/react-router';
import { CategoryScreen } from '../../features/math/CategoryScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/advanced-math/$category')({
  // The screen, which is loaded later, reads it: the first page has no bytes to spare.
  validateSearch: (search: Record<string, unknown>) => search,
  loader: () => loadTexts('math'),
  component: CategoryScreen,
});
