import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rememberedSettings, setPlatformLanguage } from '../../../../src-main/settings/remembered-settings.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const inFile = async (text: string) => {
  const path = join(await temporaryFolder('remembered'), 'settings.json')
  await writeFile(path, text)
  return rememberedSettings(path)
}

test('the first window has the colour scheme and the language that were chosen last', async () => {
  expect(await inFile('{"color_scheme":"dark","language":"fr"}')).toEqual({
    colorScheme: 'dark',
    language: 'fr',
  })
})

test.each(['', 'null', '7', '[]', '{"language":"de"}', '{"language":null}', '{"language":{}}'])(
  'a file that contains %j has no language',
  async (text) => {
    expect(await inFile(text)).toMatchObject({ language: null })
  },
)

test('the language is passed to Chromium and GTK, and without one the computer’s language stays', () => {
  const switches: (readonly [string, string | undefined])[] = []
  const commandLine = { appendSwitch: (name: string, value?: string) => void switches.push([name, value]) }
  const app = { commandLine } as unknown as Parameters<typeof setPlatformLanguage>[1]
  const env: NodeJS.ProcessEnv = { LANGUAGE: 'de' }
  setPlatformLanguage(null, app, env)
  expect([switches, env]).toEqual([[], { LANGUAGE: 'de' }])
  setPlatformLanguage('fr', app, env)
  expect([switches, env]).toEqual([[['lang', 'fr-CA']], { LANGUAGE: 'fr_CA' }])
})
