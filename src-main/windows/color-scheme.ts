import type { NativeTheme } from 'electron'

type ThemeSource = NativeTheme['themeSource']

export const themeSourceOf = (colorScheme: unknown): ThemeSource =>
  colorScheme === 'light' || colorScheme === 'dark' ? colorScheme : 'system'
