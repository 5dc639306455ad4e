import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { defaultSettings, openSettings, tipOffer } from '../../../../src-main/settings/settings.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder('countertop-settings')
})

test('settings start in the computer’s language where there is a translation', () => {
  expect(defaultSettings('fr-CA').language).toBe('fr')
  expect(defaultSettings('es').language).toBe('es')
  expect(defaultSettings('de-DE').language).toBe('en')
})

test('settings survive a restart, and notify their listeners', async () => {
  const path = join(folder, 'deep', 'settings.json')
  const settings = await openSettings(path, 'en-US')
  const languages: string[] = []
  settings.onChange(({ language }) => void languages.push(language))
  await settings.update({ language: 'es' })
  expect(languages).toEqual(['es'])
  expect((await openSettings(path, 'en-US')).present()).toMatchObject({ language: 'es', sounds: true })
})

test('a setting that could not be written is not applied, and later changes still work', async () => {
  const path = join(folder, 'settings.json')
  const settings = await openSettings(path, 'en-US')
  const seen: string[] = []
  settings.onChange(({ counter_name }) => seen.push(counter_name))
  // A folder blocks the name of the new file.
  await mkdir(`${path}.new`)
  await expect(settings.update({ counter_name: 'Bar', discount_limit: null })).rejects.toThrow('EISDIR')
  expect(settings.present()).toEqual(defaultSettings('en-US'))
  await rmdir(`${path}.new`)
  await Promise.all([settings.update({ counter_name: 'Patio' }), settings.update({ discount_limit: 5 })])
  expect(settings.present()).toMatchObject({ counter_name: 'Patio', discount_limit: 5 })
  expect((await openSettings(path, 'en-US')).present()).toEqual(settings.present())
  expect(seen).toEqual(['Patio', 'Patio'])
})

test('settings of an earlier version keep their values, and new settings get their defaults', async () => {
  const path = join(folder, 'settings.json')
  const { counter_name: _, ask_above: limit, ...earlier } = { ...defaultSettings('en-US'), sounds: false }
  await writeFile(path, JSON.stringify(earlier))
  expect((await openSettings(path, 'en-US')).present()).toMatchObject({ sounds: false, ask_above: limit })
})

test('truncated or invalid settings are replaced by the defaults', async () => {
  const path = join(folder, 'settings.json')
  for (const text of ['', '{"language":', '{"language":"xx"}', '[]']) {
    await writeFile(path, text)
    expect((await openSettings(path, 'en-US')).present()).toEqual(defaultSettings('en-US'))
  }
})

test('settings are replaced as a whole, leaving no half-written file', async () => {
  const path = join(folder, 'settings.json')
  const settings = await openSettings(path, 'en-US')
  await Promise.all([10, 12, 15].map((percent) => settings.update({ tip_presets: [percent] })))
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ tip_presets: [15] })
  expect(await readdir(folder)).toEqual(['settings.json', 'settings.json.good'])
})

test('without presets and a custom amount, no tip is asked for', () => {
  const settings = defaultSettings('en')
  expect(tipOffer({ ...settings, tip_presets: [], tip_custom: false })).toBeNull()
  expect(tipOffer({ ...settings, tip_presets: [], tip_custom: true })).toEqual({ presets: [], custom: true })
})

test('a counter without a name gets a default name in the computer’s language', () => {
  const names = ['en-US', 'es-MX', 'fr-CA', 'de-DE'].map((locale) => defaultSettings(locale).counter_name)
  expect(names).toEqual(['Counter 1', 'Caja 1', 'Caisse 1', 'Counter 1'])
})
