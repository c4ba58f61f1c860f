import { fold } from '@hzm/contracts/core/turkish';
import {
  createTheme,
  defaultVariantColorsResolver,
  isOptionsGroup,
  type ButtonProps,
  type ComboboxParsedItem,
  type CSSVariablesResolver,
  type InputProps,
  type MantineTheme,
  type MantineThemeOverride,
  type OptionsFilter,
  type VariantColorsResolver,
} from '@mantine/core';
import type { TFunction } from 'i18next';
import type { MouseEvent } from 'react';
import { layers } from './layers.ts';
import { palettes } from './palettes.ts';

/** Filters options by label; ı, i, ş, s and case are equal. */
const foldedFilter: OptionsFilter = ({ options, search, limit }) => {
  const wanted = fold(search.trim());
  let left = limit;
  const fits = ({ label }: { label: string }): boolean =>
    left > 0 && fold(label).includes(wanted) && left-- > 0;
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!isOptionsGroup(option)) return fits(option) ? [option] : [];
    const items = option.items.filter(fits);
    return items.length > 0 ? [{ ...option, items }] : [];
  });
};

/**
 * Text on a tint, and text alone, takes the dark end of a palette on a light ground and the light
 * end on a dark one.
 */
const variantColorResolver: VariantColorsResolver = input => {
  const colors = defaultVariantColorsResolver(input);
  const name = input.color ?? input.theme.primaryColor;
  if (!Object.hasOwn(input.theme.colors, name) || name === 'dark') return colors;
  const color = `light-dark(var(--mantine-color-${name}-8), var(--mantine-color-${name}-2))`;
  if (input.variant === 'light')
    return {
      ...colors,
      color,
      background: `light-dark(var(--mantine-color-${name}-1), color-mix(in srgb, var(--mantine-color-${name}-7) 42%, transparent))`,
    };
  if (['subtle', 'transparent', 'outline'].includes(input.variant)) return { ...colors, color };
  return colors;
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--hzm-ground': 'var(--mantine-color-gray-1)',
    '--hzm-surface': 'var(--mantine-color-white)',
    '--hzm-line': 'var(--mantine-color-gray-2)',
    '--hzm-line-strong': 'var(--mantine-color-gray-5)',
    '--hzm-accent': 'var(--mantine-color-teal-7)',
  },
  dark: {
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-3)',
    '--hzm-ground': 'var(--mantine-color-dark-8)',
    '--hzm-surface': 'var(--mantine-color-dark-7)',
    '--hzm-line': 'var(--mantine-color-dark-5)',
    '--hzm-line-strong': 'var(--mantine-color-dark-3)',
    '--hzm-accent': 'var(--mantine-color-teal-4)',
  },
});

/** Dialogs and sheets. */
function overlays(closeButtonProps: { readonly 'aria-label': string }) {
  const shared = {
    closeButtonProps,
    styles: { title: { fontSize: '1.125rem', fontWeight: 650 } },
  };
  return {
    Modal: {
      defaultProps: {
        ...shared,
        transitionProps: { duration: 140 },
        overlayProps: { backgroundOpacity: 0.45 },
      },
    },
    Drawer: { defaultProps: { ...shared, transitionProps: { duration: 160 } } },
  };
}

/** Selects the present choice's name in a searchable list, so that typing replaces it. */
const selectName = ({ currentTarget: input }: MouseEvent<HTMLInputElement>): void => {
  if (!input.readOnly) input.select();
};

/** Lists to choose from. */
function choices(t: TFunction<'common'>) {
  const shared = {
    clearButtonProps: { 'aria-label': t('clear'), tabIndex: 0, 'aria-hidden': false },
    filter: foldedFilter,
    nothingFoundMessage: t('nothingFound'),
  };
  return {
    Select: { defaultProps: { ...shared, dir: 'auto', onClick: selectName } },
    MultiSelect: { defaultProps: shared },
  };
}

function components(t: TFunction<'common'>): MantineThemeOverride['components'] & object {
  const close = { 'aria-label': t('close') };
  return {
    // Keeps the text of a compact button as small as that of its neighbours.
    Button: {
      vars: (_theme: MantineTheme, { size }: ButtonProps) => ({
        root: size === 'compact-md' ? { '--button-fz': 'var(--mantine-font-size-sm)' } : {},
      }),
    },
    // Accent for selected and focused elements, because the button colour is too dark for a line
    // in dark mode.
    // Texts that people type stand in their own direction.
    TextInput: { defaultProps: { dir: 'auto' } },
    Textarea: { defaultProps: { dir: 'auto' } },
    TagsInput: { defaultProps: { dir: 'auto' } },
    Tabs: { vars: () => ({ root: { '--tabs-color': 'var(--hzm-accent)' } }) },
    Input: {
      vars: (_theme: MantineTheme, { variant, error }: InputProps) => ({
        wrapper: variant === 'unstyled' || error ? {} : { '--input-bd-focus': 'var(--hzm-accent)' },
      }),
    },
    ...overlays(close),
    // In the page's flow, a list that is not placed yet would widen the page of a phone.
    Popover: { defaultProps: { zIndex: layers.floating, floatingStrategy: 'fixed' } },
    Notifications: { defaultProps: { zIndex: layers.notice } },
    Notification: { defaultProps: { closeButtonProps: close } },
    Alert: { defaultProps: { closeButtonLabel: t('close') } },
    ...choices(t),
    NumberInput: {
      defaultProps: {
        decimalSeparator: t('decimalSeparator'),
        thousandSeparator: t('thousandSeparator'),
      },
    },
    // Tooltips live in a landmark, as every content of a page must.
    Tooltip: {
      defaultProps: {
        zIndex: layers.floating,
        portalProps: { target: '#main' },
        openDelay: 350,
        transitionProps: { duration: 120 },
        events: { hover: true, focus: true, touch: false },
      },
    },
  };
}

/** Returns the theme. Icon buttons take their names from `common`. */
export function themeIn(t: TFunction<'common'>): MantineThemeOverride {
  return createTheme({
    colors: palettes,
    black: '#1c2229',
    primaryColor: 'teal',
    primaryShade: { light: 7, dark: 8 },
    autoContrast: true,
    variantColorResolver,
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '650' },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    focusRing: 'auto',
    components: components(t),
  });
}
