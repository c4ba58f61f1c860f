import { createFileRoute } from '@tanstack/react-router';
import { AdvancedMathScreen } from '../../features/math/AdvancedMathScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/advanced-math/')({
  loader: () => loadTexts('math'),
  component: AdvancedMathScreen,
});
