import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openAuditTrail } from '../../../../src-main/audit/audit-trail.ts'
import { verifyAuditFiles } from '../../../../src-main/audit/verify-audit.ts'
import { restoreMark } from '../../../../src-main/backup/take-restored.ts'
import { dataPaths } from '../../../../src-main/paths.ts'
import { recordOrganisation } from '../../../../src-main/profile/administrator-changes.ts'
import { applyProfile } from '../../../../src-main/profile/apply-profile.ts'
import { profileOf } from '../../../../src-main/profile/launch-option.ts'
import { readManagedProfile } from '../../../../src-main/profile/managed-profile.ts'
import { previewProfile, readProfile, writeProfile } from '../../../../src-main/profile/read-profile.ts'
import { damagedFiles } from '../../../../src-main/settings/damaged-files.ts'
import { defaultSettings, lockedIn, openSettings } from '../../../../src-main/settings/settings.ts'
import { sharedSettings } from '../../../../src-shared/pos/installer-tools/profile.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

const run = promisify(execFile)
const settings = { ...defaultSettings('en-US'), time_zone: 'Europe/Paris' }
const profile = (given: object, rest: object = {}) =>
  JSON.stringify({ kind: 'countertop-profile', version: 1, settings: given, ...rest }, null, 2)

test('a saved profile changes nothing on its own counter, and makes another counter the same', () => {
  const bar = {
    ...settings,
    cash_step: 5 as const,
    tabs: true,
    counter_name: 'Bar',
    display_pictures: '/home/bar',
  }
  const saved = writeProfile(bar)
  expect(previewProfile(readProfile(saved), bar, [])).toEqual({
    ...{ problems: [], changes: [], locked: [], same: sharedSettings.length },
  })
  expect(previewProfile(readProfile(saved), settings, []).changes).toEqual([
    { name: 'cash_step', before: null, after: 5 },
    { name: 'tabs', before: false, after: true },
  ])
})

test('a profile contains no name or folder, and only the allowed settings', () => {
  const saved = writeProfile({
    ...settings,
    counter_name: 'Bar',
    display_pictures: '/home/bar',
    ...{ api_key: 'sk_1' },
  })
  expect(saved).not.toMatch(/Bar|\/home|sk_1/)
  expect(Object.keys(JSON.parse(saved).settings).toSorted()).toEqual(sharedSettings.toSorted())
})

test.each([
  ['', { kind: 'not_profile', line: null, field: null }],
  ['\uFFFDPNG\r\n\u001A\n\0\0{', { kind: 'not_profile', line: null, field: null }],
  ['Front desk\ntips: 10, 15', { kind: 'not_profile', line: null, field: null }],
  ['{\n  "kind": "countertop-profile",\n  "version": 1,,\n}', { kind: 'not_json', line: 3, field: null }],
  ['{\n  "kind": "countertop-profile",\n', { kind: 'not_json', line: 2, field: null }],
  ['"kind": "countertop-profile",\n"version": 1}', { kind: 'not_json', line: 1, field: null }],
  ['// Bar\n{\n  "kind": "countertop-profile"\n}', { kind: 'not_json', line: 1, field: null }],
  ['{\n  "kind": "countertop-profile",\n  "tabs": tru,\n\n}', { kind: 'not_json', line: 3, field: null }],
  ['[1,2', { kind: 'not_profile', line: null, field: null }],
  ['[]', { kind: 'not_profile', line: null, field: null }],
  ['{"kind":"something"}', { kind: 'not_profile', line: null, field: null }],
  [' '.repeat(100_001), { kind: 'not_profile', line: null, field: null }],
  [profile({}, { version: 2 }), { kind: 'newer', line: 3, field: 'version' }],
  [
    profile({ tabs: true, cash_step: 3 }),
    { kind: 'value', line: 6, field: 'settings.cash_step', allowed: '1, 5, null', unit: 'cents' },
  ],
  [profile({ tabs: true, api_key: 'sk' }), { kind: 'unknown', line: 6, field: 'settings.api_key' }],
  [profile({ tabs: true, constructor: 1 }), { kind: 'unknown', line: 6, field: 'settings.constructor' }],
  [
    profile({ tabs: 1 }).replace('"tabs": 1', '"__proto__": {}'),
    { kind: 'unknown', line: 5, field: 'settings.__proto__' },
  ],
  [profile({ tabs: true, counter_name: 'Bar' }), { kind: 'own', line: 6, field: 'settings.counter_name' }],
  [
    profile({ tip_presets: [10, 0] }),
    { kind: 'value', line: 5, field: 'settings.tip_presets.1', allowed: '≥ 1' },
  ],
  [
    profile({ ask_above: 0 }),
    { kind: 'value', line: 5, field: 'settings.ask_above', allowed: '≥ 1, null', unit: 'cents' },
  ],
  [
    profile({ surcharge: { percent: 0.005, postal_code: '10001' } }),
    { kind: 'value', line: 5, field: 'settings.surcharge.percent', allowed: '≥ 0.01' },
  ],
  [profile({ paper: 60 }), { kind: 'value', line: 5, field: 'settings.paper', allowed: '58, 80' }],
  [profile({ tabs: 'yes' }), { kind: 'value', line: 5, field: 'settings.tabs', allowed: 'true, false' }],
])('an error in a profile is reported with its line and field (%#)', (text, problem) => {
  expect(readProfile(text)).toEqual({ ok: false, error: [problem] })
})

test('all errors of a profile are reported at once, in the order of the file', () => {
  const read = readProfile(profile({ sound: true, tabs: 'yes', cash_step: 3 }))
  expect(read.ok ? [] : read.error.map(({ field }) => field)).toEqual([
    ...['settings.sound', 'settings.tabs', 'settings.cash_step'],
  ])
})

test('of thousands of unknown names, only the first are reported', () => {
  const names = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`x${at}`, 1]))
  const read = readProfile(profile(names))
  expect(read.ok ? [] : read.error).toHaveLength(50)
  expect(read.ok ? null : read.error[0]?.field).toBe('settings.x0')
})

test('an old settings file of another counter is accepted without that counter’s own settings', () => {
  const earlier = JSON.stringify({ ...settings, tabs: true, counter_name: 'Bar', theme: 'gone' })
  const read = readProfile(earlier)
  expect(previewProfile(read, settings, []).changes).toEqual([{ name: 'tabs', before: false, after: true }])
})

test('the organisation’s settings take precedence, and the own ones return when they are removed', async () => {
  const folder = await temporaryFolder('managed')
  const { settings: path, managedProfile } = dataPaths(folder)
  const file = join(folder, 'etc', 'profile.json')
  await mkdir(dirname(file))
  await writeFile(file, profile({ cash_step: 5, language: 'fr' }))
  const open = async () => openSettings(path, 'en-US', await readManagedProfile(file, managedProfile))
  const store = await open()
  expect(store.present()).toMatchObject({ cash_step: 5, language: 'fr', cash: true })
  expect([...store.locked].toSorted()).toEqual(['cash_step', 'language'])
  expect(lockedIn(store, { cash: false, cash_step: 1 })).toEqual(['cash_step'])
  expect(lockedIn(store, { cash: false, cash_step: 5 })).toEqual([])
  await store.update({ cash: false, cash_step: 1 })
  expect(store.present()).toMatchObject({ cash: false, cash_step: 5 })
  await writeFile(file, '{ broken')
  expect((await open()).present()).toMatchObject({ cash: false, cash_step: 5, language: 'fr' })
  expect(damagedFiles().findLast((one) => one.file === 'profile.json')).toEqual({
    ...{ file: 'profile.json', what: 'not_json', field: null, used: 'last_good', aside: null },
  })
  expect(await readFile(file, 'utf8')).toBe('{ broken')
  await writeFile(file, profile({}))
  expect((await open()).present()).toMatchObject({ cash: false, cash_step: null, language: 'en' })
})

test('a managed profile that was never valid locks nothing, and the counter starts', async () => {
  const folder = await temporaryFolder('managed')
  const file = join(folder, 'profile.json')
  for (const text of ['', '17', profile({ cash_step: 3 }), profile({}, { version: 9 })]) {
    await writeFile(file, text)
    expect(await readManagedProfile(file, join(folder, 'kept.json'))).toEqual({})
    expect(damagedFiles().findLast((one) => one.file === 'profile.json')?.used).toBe('defaults')
  }
  expect(await readManagedProfile(join(folder, 'none.json'), join(folder, 'kept.json'))).toEqual({})
})

async function applied(folder: string, text: string, rest: { managed?: string; isOpen?: boolean } = {}) {
  const file = join(folder, 'given.json')
  await writeFile(file, text)
  const lines: string[] = []
  const code = await applyProfile({
    ...{ file, folder, locale: 'en-US', isOpen: null, managed: join(folder, 'none'), ...rest },
    print: (line) => void lines.push(line),
  })
  return { code, lines, present: (await openSettings(dataPaths(folder).settings, 'en-US')).present() }
}

test('a profile can be applied without a window, with an exit code and one line of output', async () => {
  const folder = await temporaryFolder('applied')
  const good = profile({ tabs: true, cash_step: 5 })
  expect(await applied(folder, good)).toMatchObject({
    ...{ code: 0, lines: ['Changed: cash_step, tabs.'], present: { tabs: true, cash_step: 5 } },
  })
  expect(await applied(folder, good)).toMatchObject({
    ...{ code: 0, lines: ['All settings were as the profile says.'] },
  })
  const wrong = await applied(folder, profile({ tabs: false, cash_step: 3 }))
  expect(wrong).toMatchObject({ code: 1, present: { tabs: true, cash_step: 5 } })
  expect(wrong.lines[0]).toContain('line 6, settings.cash_step, this value cannot be used')
})

const entriesOf = async (folder: string): Promise<readonly unknown[]> =>
  (await readFile(dataPaths(folder).audit, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

test('an applied profile is in the audit log with the values before and after, and the log verifies', async () => {
  const folder = await temporaryFolder('applied')
  await applied(folder, profile({ tabs: true, cash_step: 5 }))
  await applied(folder, profile({ tabs: true }))
  await applied(folder, profile({ tabs: 'yes' }))
  expect(await entriesOf(folder)).toEqual([
    expect.objectContaining({
      ...{ n: 1, role: null, command: 'settings.profile_applied', outcome: 'done' },
      changes: { cash_step: { before: null, after: 5 }, tabs: { before: false, after: true } },
    }),
  ])
  expect(await verifyAuditFiles(dataPaths(folder).audit, null)).toMatchObject({ entries: 1, faults: [] })
})

test('when the audit log cannot be written, nothing is applied', async () => {
  const folder = await temporaryFolder('applied')
  await writeFile(join(folder, 'staff'), 'a file where the folder belongs')
  expect(await applied(folder, profile({ tabs: true }))).toMatchObject({ code: 2, present: { tabs: false } })
})

test('changes of the organisation’s settings are in the audit log once each', async () => {
  const folder = await temporaryFolder('organisation')
  const { settings: path, recordedProfile, audit: auditPath, managedProfile } = dataPaths(folder)
  const file = join(folder, 'profile.json')
  const start = async (text: string | null) => {
    if (text === null) await rm(file)
    else await writeFile(file, text)
    const store = await openSettings(path, 'en-US', await readManagedProfile(file, managedProfile))
    const audit = openAuditTrail({ path: auditPath, now: Date.now, log: quietLog })
    await recordOrganisation({ settings: store, path: recordedProfile, audit }, quietLog)
    await audit.close()
  }
  await start(profile({ cash_step: 5, tabs: false }))
  await start(profile({ tabs: false, cash_step: 5 }))
  await start(profile({ cash_step: 1 }))
  await start(null)
  await start(profile({}))
  const changes = (await entriesOf(folder)).map((entry) => Reflect.get(Object(entry), 'changes'))
  expect(changes).toEqual([
    { cash_step: { before: null, after: 5 } },
    { cash_step: { before: 5, after: 1 } },
    { cash_step: { before: 1, after: null } },
  ])
})

test('a running counter is left alone, and a lock left by a crash does not block the command', async () => {
  const folder = await temporaryFolder('applied')
  await symlink(`host-${process.pid}`, join(folder, 'SingletonLock'))
  expect(await applied(folder, profile({ tabs: true }))).toMatchObject({ code: 1, present: { tabs: false } })
  const gone = await temporaryFolder('applied')
  await symlink('host-999999999', join(gone, 'SingletonLock'))
  expect(await applied(gone, profile({ tabs: true }))).toMatchObject({ code: 0, present: { tabs: true } })
})

test('the command ends with the exit code and prints the reason', async () => {
  const folder = await temporaryFolder('applied')
  const file = join(folder, 'given.json')
  const apply = (...args: readonly string[]) =>
    run(process.execPath, ['scripts/profile-apply.mjs', ...args]).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    )
  await writeFile(file, profile({ tabs: true }))
  expect(await apply('--folder', folder, '--profile', file)).toEqual({ code: 0, stdout: 'Changed: tabs.\n' })
  expect(await apply('--folder', folder, '--profile', `${file}.none`)).toMatchObject({ code: 2 })
  expect(await readdir(folder)).toContain('settings.json')
})

test.each([
  [['countertop'], null],
  [['countertop', '--apply-profile', 'a.json'], 'a.json'],
  [['countertop', '--apply-profile=a=b.json'], 'a=b.json'],
  [['countertop', '--apply-profile'], ''],
])('the arguments %j name the profile %j', (args, file) => {
  expect(profileOf(args)).toBe(file)
})

test('while a restored backup is about to replace the settings, nothing is applied', async () => {
  const folder = await temporaryFolder('counter')
  const file = join(folder, 'given.json')
  await writeFile(file, profile({ tabs: true }))
  await writeFile(restoreMark(folder), '{}')
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  expect(await applyProfile({ file, folder, locale: 'en', isOpen: false, print })).toBe(1)
  expect(printed).toEqual([expect.stringContaining('a backup takes this place')])
  expect(await readdir(folder)).not.toContain('settings.json')
})
