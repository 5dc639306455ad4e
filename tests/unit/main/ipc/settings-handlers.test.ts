import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { settingsHandlers } from '../../../../src-main/ipc/settings-handlers.ts'
import { openSettings, type SettingsStore } from '../../../../src-main/settings/settings.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

let settings: SettingsStore
beforeEach(async () => {
  settings = await openSettings(join(await temporaryFolder('countertop-settings'), 'settings.json'), 'en-US')
})

/** At a computer that lets nobody set what it opens by itself. */
const handlers = () =>
  settingsHandlers({
    settings,
    chooseFolder: async () => null,
    saveFile: async () => true,
    computer: async () => ({ apply: async () => 'EACCES: autostart' }),
  })
const refused = err({ code: 'failed', message: 'EACCES: autostart' })
const profileOf = (of: object) =>
  JSON.stringify({ kind: 'countertop-profile', version: 1, settings: of }, null, 2)

test('a counter is named, whatever its computer refuses', async () => {
  expect(await handlers()['settings.computer']({ counter_name: 'Bar' })).toEqual(ok(null))
  expect(settings.present().counter_name).toBe('Bar')
})

test.each(['start_with_computer', 'full_screen', 'keep_awake'] as const)(
  'what the computer refuses is reported where %s is set',
  async (name) => {
    expect(await handlers()['settings.computer']({ counter_name: 'Bar', [name]: true })).toEqual(refused)
  },
)

test('a profile that sets nothing of the computer is applied, whatever the computer refuses', async () => {
  const applied = await handlers()['settings.apply_profile']({ text: profileOf({ paper: 58 }) })
  expect(applied).toMatchObject({ ok: true, value: { changes: [{ name: 'paper' }] } })
  const text = profileOf({ paper: 80, start_with_computer: true })
  expect(await handlers()['settings.apply_profile']({ text })).toEqual(refused)
})
