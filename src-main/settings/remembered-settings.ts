import { readFileSync } from 'node:fs'
import type { App } from 'electron'
import { type Language, languages, localeOf } from '../../src-shared/language.ts'

/** The latest settings that the first window needs before the settings are opened; null where unknown. */
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
 * Sets the language of Chromium's and GTK's date fields and dialogs, which is fixed at the start: the counter's latest
 * language, else the computer's. Call before Electron is ready.
 */
export function setPlatformLanguage(
  language: Language | null,
  app: Pick<App, 'commandLine'>,
  env: NodeJS.ProcessEnv,
): void {
  if (language === null) return
  app.commandLine.appendSwitch('lang', localeOf[language])
  // On Linux it takes precedence over the switch.
  env.LANGUAGE = localeOf[language].replace('-', '_')
}
