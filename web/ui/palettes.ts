import type { MantineColorsTuple } from '@mantine/core';

/*
 * Ten steps each, of equal lightness across the hues (OKLCH). Step 7 holds white text at 5.7:1 or better,
 * and stands on step 1 at 5:1 or better.
 */
export const palettes = {
  teal: ['#e3fcff', '#cdf6f9', '#aae8ed', '#7ed5dc', '#52bfc8', '#29a8b2', '#048d96', '#026f77', '#035d63', '#04464b'],
  red: ['#fef4f3', '#fee7e4', '#fecdc8', '#ffaba3', '#fe827a', '#f05f5a', '#d14241', '#ae272b', '#931d21', '#711517'],
  green: ['#e8feec', '#d4f8dc', '#b5eac2', '#90d8a3', '#6bc385', '#4eac6c', '#309154', '#12753c', '#096231', '#064a24'],
  yellow: ['#fef5eb', '#ffe9d1', '#fdd2a3', '#f0b877', '#de9e4d', '#c7852a', '#aa6c03', '#875505', '#714703', '#563501'],
  blue: ['#f2f7fe', '#e2eeff', '#c3ddff', '#9dc7fe', '#70afff', '#5597e9', '#3b7dcd', '#2462ab', '#1b5191', '#133d6f'],
  violet: ['#f7f5fe', '#eeeafe', '#ddd4fe', '#c8b7ff', '#b399fc', '#9d80e7', '#8466ca', '#694da9', '#583f8f', '#422f6d'],
  gray: ['#f9fafc', '#f2f5f8', '#e6eaee', '#d5dadf', '#b9bec5', '#8c939b', '#626a72', '#495159', '#313941', '#1c2229'],
  dark: ['#e5e8ec', '#c7cbd0', '#a6abb2', '#7a8189', '#474e57', '#333a43', '#262c34', '#191f25', '#12161c', '#0b0f14'],
} satisfies Record<string, MantineColorsTuple>;
