import { readFileSync } from 'node:fs'
import type { NativeTheme } from 'electron'

type ThemeSource = NativeTheme['themeSource']

export const themeSourceOf = (colorScheme: unknown): ThemeSource =>
  colorScheme === 'light' || colorScheme === 'dark' ? colorScheme : 'system'

/** The scheme that was chosen last, so that the first window does not flash in the other one. */
export function rememberedTheme(settingsPath: string): ThemeSource {
  try {
    const settings: unknown = JSON.parse(readFileSync(settingsPath, 'utf8'))
    const known = typeof settings === 'object' && settings !== null && 'color_scheme' in settings
    return known ? themeSourceOf(settings.color_scheme) : 'system'
  } catch {
    return 'system'
  }
}
