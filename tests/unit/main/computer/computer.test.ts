import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loginItem, xdgAutostart } from '../../../../src-main/computer/autostart.ts'
import { createComputer } from '../../../../src-main/computer/computer.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

const off = { start_with_computer: false, full_screen: false, keep_awake: false }

async function desktop(folder: string, command: readonly string[] = ['/opt/Countertop/countertop']) {
  const home = await temporaryFolder('home')
  const file = join(home, '.config', 'autostart', 'countertop.desktop')
  return { file, home, autostart: xdgAutostart({ env: {}, home, command, folder }) }
}

test('on Linux, the autostart file is written and removed', async () => {
  const { file, autostart } = await desktop('/var/counter')
  await autostart.set(false)
  await autostart.set(true)
  await autostart.set(true)
  expect((await readFile(file, 'utf8')).split('\n')).toEqual([
    ...['[Desktop Entry]', 'Type=Application', 'Name=Countertop', 'Exec="/opt/Countertop/countertop"'],
    ...['Terminal=false', 'X-Countertop-Folder=/var/counter', ''],
  ])
  await autostart.set(false)
  await expect(access(file)).rejects.toThrow()
})

test('the autostart file of another counter on this computer is not changed', async () => {
  const { file, home, autostart } = await desktop('/var/one')
  await autostart.set(true)
  await xdgAutostart({ env: {}, home, command: ['/x'], folder: '/var/two' }).set(false)
  await access(file)
})

test('the autostart file follows XDG_CONFIG_HOME, and special characters in its command are quoted', async () => {
  const config = await temporaryFolder('config')
  const command = ['/opt/a "b" $c 100%', '/home/it\\s']
  const env = { XDG_CONFIG_HOME: config }
  await xdgAutostart({ env, home: '/none', command, folder: '/f' }).set(true)
  const text = await readFile(join(config, 'autostart', 'countertop.desktop'), 'utf8')
  expect(text).toContain(String.raw`Exec="/opt/a \\"b\\" \\$c 100%%" "/home/it\\\\s"`)
})

test('a login item that the system does not accept is reported', async () => {
  let openAtLogin = false
  const takes = loginItem({
    getLoginItemSettings: () => ({ openAtLogin }) as Electron.LoginItemSettings,
    setLoginItemSettings(given) {
      openAtLogin = given.openAtLogin ?? false
    },
  })
  await takes.set(true)
  expect(openAtLogin).toBe(true)
  const refuses = loginItem({
    getLoginItemSettings: () => ({ openAtLogin: false }) as Electron.LoginItemSettings,
    setLoginItemSettings: () => undefined,
  })
  await refuses.set(false)
  await expect(refuses.set(true)).rejects.toThrow('login item')
})

test('kiosk mode applies to all windows, the screen is kept awake or not, and a write error is reported', async () => {
  const folder = await temporaryFolder('home')
  await writeFile(join(folder, '.config'), 'no folder')
  const kiosks = [false, false]
  let awake = 0
  const computer = createComputer({
    autostart: xdgAutostart({ env: {}, home: folder, command: ['/x'], folder: '/f' }),
    windows: () =>
      kiosks.map((_, index) => ({
        isDestroyed: () => false,
        isKiosk: () => kiosks[index] === true,
        setKiosk(on) {
          kiosks[index] = on
        },
      })),
    stayAwake() {
      awake++
      return () => void awake--
    },
    log: quietLog,
  })
  expect(await computer.apply({ ...off, full_screen: true, keep_awake: true })).toBeNull()
  expect(await computer.apply({ ...off, full_screen: true, keep_awake: true })).toBeNull()
  expect([kiosks, awake]).toEqual([[true, true], 1])
  expect(await computer.apply(off)).toBeNull()
  expect([kiosks, awake]).toEqual([[false, false], 0])
  expect(await computer.apply({ ...off, start_with_computer: true })).toMatch(/ENOTDIR|EEXIST/)
})
