import { createFileRoute } from '@tanstack/react-router';
import { CalculatorScreen } from '../../features/math/CalculatorScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/math-calculator')({
  loader: () => loadTexts('math'),
  component: CalculatorScreen,
});
