import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { idleMs, openStaffSession, type StaffSession } from '../../../../src-main/staff/staff-session.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

const noon = Date.parse('2026-11-21T12:00:00.000Z')

async function open(path?: string, start = noon) {
  let now = start
  const file = path ?? join(await temporaryFolder('countertop-staff'), 'pins.json')
  const desk = await openStaffSession({ path: file, now: () => now, log: quietLog })
  return {
    file,
    desk,
    pass: (ms: number) => {
      now += ms
    },
  }
}

const choose = (desk: StaffSession, pin: string, current: string | null = null) =>
  desk.choosePin({ role: 'manager', current, pin })
const enter = (desk: StaffSession, pin: string) => desk.enter({ role: 'manager', pin })
const refusedWith = (code: string) => ({ ok: false, error: { code } })

afterEach(() => vi.useRealTimers())

describe('a PIN', () => {
  test('is chosen by the first who opens the page, and opens it from then on', async () => {
    const { desk } = await open()
    expect(await enter(desk, '2468')).toMatchObject(refusedWith('pin_not_chosen'))
    expect(await choose(desk, '2468')).toMatchObject({ ok: true })
    expect(desk.status()).toMatchObject({ role: 'manager', pins: { manager: true, installer: false } })
    desk.leave()
    expect(desk.status()).toMatchObject({ role: null, closes_at: null })
    expect(await enter(desk, '2469')).toMatchObject(refusedWith('pin_wrong'))
    expect(await enter(desk, '2468')).toMatchObject({ ok: true })
  })

  test('is changed by who knows the present one', async () => {
    const { desk } = await open()
    await choose(desk, '2468')
    expect(await choose(desk, '1111')).toMatchObject(refusedWith('pin_wrong'))
    expect(await choose(desk, '1111', '9999')).toMatchObject(refusedWith('pin_wrong'))
    expect(await enter(desk, '2468')).toMatchObject({ ok: true })
    expect(await choose(desk, '1111', '2468')).toMatchObject({ ok: true })
    expect(await enter(desk, '1111')).toMatchObject({ ok: true })
    expect(await enter(desk, '2468')).toMatchObject(refusedWith('pin_wrong'))
  })

  test('is not on the disk, and what is there is for this user only', async () => {
    const { desk, file } = await open()
    await choose(desk, '24681357')
    const text = await readFile(file, 'utf8')
    expect(text).not.toContain('24681357')
    expect(text).not.toContain(Buffer.from('24681357').toString('base64').slice(0, 8))
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('of the same digits lies on the disk in another form each time', async () => {
    const { desk, file } = await open()
    await choose(desk, '2468')
    await desk.choosePin({ role: 'installer', current: null, pin: '2468' })
    const { manager, installer } = JSON.parse(await readFile(file, 'utf8'))
    expect(manager.pin.hash).not.toBe(installer.pin.hash)
  })

  test('cannot be chosen anew by spoiling its file', async () => {
    const { desk, file } = await open()
    await choose(desk, '2468')
    await writeFile(file, '{"manager":')
    const { desk: next } = await open(file)
    expect(next.status().pins).toEqual({ manager: true, installer: true })
    expect(await enter(next, '2468')).toMatchObject(refusedWith('failed'))
    expect(await choose(next, '1357')).toMatchObject({ ok: false })
    expect(await choose(next, '1357', '2468')).toMatchObject(refusedWith('failed'))
    expect(await readFile(file, 'utf8')).toBe('{"manager":')
  })
})

describe('wrong PINs', () => {
  async function wrong(desk: StaffSession, times: number) {
    for (let time = 0; time < times; time++) await enter(desk, '0000')
  }

  test('lock the role at the fifth for 30 s, the right one included, and it is told until when', async () => {
    const { desk, pass } = await open()
    await choose(desk, '2468')
    desk.leave()
    await wrong(desk, 4)
    expect(desk.status().locked_until.manager).toBeNull()
    await wrong(desk, 1)
    expect(desk.status().locked_until).toEqual({ manager: '2026-11-21T12:00:30.000Z', installer: null })
    expect(await enter(desk, '2468')).toMatchObject(refusedWith('pin_locked'))
    pass(29_999)
    expect(await enter(desk, '2468')).toMatchObject(refusedWith('pin_locked'))
    pass(1)
    expect(desk.status().locked_until.manager).toBeNull()
    expect(await enter(desk, '2468')).toMatchObject({ ok: true })
  })

  test('are counted through a restart, and each lock is twice as long as the one before, up to 15 min', async () => {
    const { desk, file } = await open()
    await choose(desk, '2468')
    await wrong(desk, 5)
    const lengths: number[] = []
    let at = noon
    let present = desk
    for (let lock = 0; lock < 8; lock++) {
      const until = Date.parse(present.status().locked_until.manager ?? '')
      lengths.push((until - at) / 1000)
      at = until
      present = (await open(file, at)).desk
      await wrong(present, 1)
    }
    expect(lengths).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
  })

  test('sent all at once are counted one by one', async () => {
    const { desk } = await open()
    await choose(desk, '2468')
    const answers = await Promise.all(
      ['1', '2', '3', '4', '5', '6', '7'].map((last) => enter(desk, `000${last}`)),
    )
    const codes = answers.map((answer) => (answer.ok ? 'done' : answer.error.code))
    expect(codes).toEqual([...Array(5).fill('pin_wrong'), 'pin_locked', 'pin_locked'])
  })

  test('of a changed PIN count as well', async () => {
    const { desk } = await open()
    await choose(desk, '2468')
    for (let time = 0; time < 5; time++) await choose(desk, '1111', '0000')
    expect(await choose(desk, '1111', '2468')).toMatchObject(refusedWith('pin_locked'))
  })

  test('before the clock was set back lock for no longer than ever', async () => {
    const { desk, pass } = await open()
    await choose(desk, '2468')
    await wrong(desk, 5)
    pass(-86_400_000)
    const told: (string | null)[] = []
    desk.onChange(({ locked_until }) => void told.push(locked_until.manager))
    expect(await enter(desk, '2468')).toMatchObject(refusedWith('pin_locked'))
    expect(told).toEqual([desk.status().locked_until.manager])
    pass(30_000)
    expect(await enter(desk, '2468')).toMatchObject({ ok: true })
  })
})

describe('an open role', () => {
  test('lets its own commands pass and no others; the cashier needs none', async () => {
    const { desk } = await open()
    expect(desk.refusal('sale.charge')).toBeNull()
    expect(desk.refusal('payments.search')).toMatchObject({ code: 'role_needed' })
    await choose(desk, '2468')
    expect(desk.refusal('payments.search')).toBeNull()
    expect(desk.refusal('terminals.list')).toMatchObject({ code: 'role_needed' })
    await desk.choosePin({ role: 'installer', current: null, pin: '1357' })
    expect(desk.refusal('terminals.list')).toBeNull()
    expect(desk.refusal('payments.search')).toMatchObject({ code: 'role_needed' })
    desk.leave()
    expect(desk.refusal('terminals.list')).toMatchObject({ code: 'role_needed' })
  })

  test('closes after 5 minutes without a command of its own', async () => {
    const { desk, pass } = await open()
    await choose(desk, '2468')
    pass(idleMs - 1)
    expect(desk.refusal('payments.search')).toBeNull()
    expect(desk.status().closes_at).toBe(new Date(noon + 2 * idleMs - 1).toISOString())
    pass(idleMs - 1)
    expect(desk.refusal('sale.charge')).toBeNull()
    pass(1)
    expect(desk.refusal('payments.search')).toMatchObject({ code: 'role_needed' })
    expect(desk.status().role).toBeNull()
  })

  test('is not kept open by a page that looks at its list again and again', async () => {
    const { desk, pass } = await open()
    await desk.choosePin({ role: 'installer', current: null, pin: '1357' })
    for (let time = 0; time < 5; time++) {
      pass(idleMs / 5 - 1)
      expect(desk.refusal('terminals.list')).toBeNull()
    }
    pass(5)
    expect(desk.refusal('terminals.list')).toMatchObject({ code: 'role_needed' })
  })

  test('closes by itself, and it is told', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { desk } = await open()
    const roles: (string | null)[] = []
    desk.onChange(({ role }) => void roles.push(role))
    await choose(desk, '2468')
    vi.advanceTimersByTime(idleMs - 1)
    expect(roles).toEqual(['manager'])
    vi.advanceTimersByTime(1)
    expect(roles).toEqual(['manager', null])
  })

  test('is closed after a restart', async () => {
    const { desk, file } = await open()
    await choose(desk, '2468')
    const { desk: next } = await open(file)
    expect(next.status()).toMatchObject({ role: null, pins: { manager: true } })
    expect(next.refusal('payments.act')).toMatchObject({ code: 'role_needed' })
  })
})
