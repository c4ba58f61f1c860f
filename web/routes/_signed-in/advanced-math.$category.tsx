import { createFileRoute, redirect } from '@tanstack/react-router';
import { CategoryScreen } from '../../features/math/CategoryScreen.tsx';
import { isCategory, readAddress } from '../../features/math/math-address.ts';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/advanced-math/$category')({
  validateSearch: readAddress,
  beforeLoad: ({ params: { category } }) => {
    if (!isCategory(category)) throw redirect({ to: '/advanced-math', replace: true });
  },
  loader: () => loadTexts('math'),
  component: CategoryScreen,
});
