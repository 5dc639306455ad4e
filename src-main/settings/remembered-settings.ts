import { readFileSync } from 'node:fs'
import type { App } from 'electron'
import { type Language, languages, localeOf } from '../../src-shared/language.ts'

/** What was chosen last and the first window needs before the settings are opened; null for what is not known. */
export interface RememberedSettings {
  readonly colorScheme: unknown
  readonly language: Language | null
}

export function rememberedSettings(path: string): RememberedSettings {
  try {
    const { color_scheme: colorScheme, language }: Record<string, unknown> = Object(
      JSON.parse(readFileSync(path, 'utf8')),
    )
    return { colorScheme, language: languages.find((one) => one === language) ?? null }
  } catch {
    return { colorScheme: null, language: null }
  }
}

/**
 * Fields for a date and the computer's own dialogs are drawn by Chromium and GTK, in the language that the program has
 * been started with: the counter's as it was chosen last, else the computer's. Before Electron is ready.
 */
export function speak(
  language: Language | null,
  app: Pick<App, 'commandLine'>,
  env: NodeJS.ProcessEnv,
): void {
  if (language === null) return
  app.commandLine.appendSwitch('lang', localeOf[language])
  // On Linux it goes before the switch.
  env.LANGUAGE = localeOf[language].replace('-', '_')
}
