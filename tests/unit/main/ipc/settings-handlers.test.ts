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

/** Handlers on a computer that refuses changes of its autostart. */
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

test('a counter can be named even if its computer refuses other settings', async () => {
  expect(await handlers()['settings.computer']({ counter_name: 'Bar' })).toEqual(ok(null))
  expect(settings.present().counter_name).toBe('Bar')
})

test.each(['start_with_computer', 'full_screen', 'keep_awake'] as const)(
  'the computer’s refusal is reported when %s is set',
  async (name) => {
    expect(await handlers()['settings.computer']({ counter_name: 'Bar', [name]: true })).toEqual(refused)
  },
)

test('a profile without computer settings is applied even if the computer refuses such settings', async () => {
  const applied = await handlers()['settings.apply_profile']({ text: profileOf({ paper: 58 }) })
  expect(applied).toMatchObject({ ok: true, value: { changes: [{ name: 'paper' }] } })
  const text = profileOf({ paper: 80, start_with_computer: true })
  expect(await handlers()['settings.apply_profile']({ text })).toEqual(refused)
})
