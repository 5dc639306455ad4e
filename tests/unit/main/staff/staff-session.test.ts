import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { returnLimit } from '../../../../src-main/staff/approvers.ts'
import { idleMs, openStaffSession, type StaffSession } from '../../../../src-main/staff/staff-session.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { lowPinCost } from '../support/pin-cost.ts'
import { quietLog } from '../support/service.ts'

const noon = Date.parse('2026-11-21T12:00:00.000Z')

/** The secret of a keychain, which is the same at every start. */
const seasoning = Buffer.alloc(32, 7)

async function open(
  path?: string,
  start = noon,
  pepper: () => Promise<Buffer | null> = async () => seasoning,
  serviceKey: string | null = null,
) {
  let now = start
  let elapsed = 0
  const file = path ?? join(await temporaryFolder('countertop-staff'), 'pins.json')
  const session = await openStaffSession({
    path: file,
    now: () => now,
    elapsed: () => elapsed,
    serviceKey,
    pepper,
    pinCost: lowPinCost,
    log: quietLog,
  })
  return {
    file,
    session,
    pass: (ms: number) => {
      now += ms
      elapsed += ms
    },
    /** Sets the computer's clock without any time passing. */
    setClockBy: (ms: number) => {
      now += ms
    },
  }
}

/** A shop with real money, where the person in charge has the key of the payment service. */
const openAtShop = () => open(undefined, noon, async () => seasoning, 'sk_live_of_the_shop')

const choose = (session: StaffSession, pin: string, current: string | null = null) =>
  session.choosePin({ role: 'manager', current, pin })
const enter = (session: StaffSession, pin: string) => session.enter({ role: 'manager', pin })
const refusedWith = (code: string) => ({ ok: false, error: { code } })

describe('a PIN', () => {
  test('the first person who opens the page chooses its PIN, which opens it from then on', async () => {
    const { session } = await open()
    expect(await enter(session, '246810')).toMatchObject(refusedWith('pin_not_chosen'))
    expect(await choose(session, '246810')).toMatchObject({ ok: true })
    expect(session.status()).toMatchObject({ role: 'manager', pins: { manager: true, installer: false } })
    session.leave()
    expect(session.status()).toMatchObject({ role: null, closes_at: null })
    expect(await enter(session, '246811')).toMatchObject(refusedWith('pin_wrong'))
    expect(await enter(session, '246810')).toMatchObject({ ok: true })
  })

  test('changing a PIN requires the current PIN', async () => {
    const { session } = await open()
    await choose(session, '246810')
    expect(await choose(session, '314159')).toMatchObject(refusedWith('pin_wrong'))
    expect(await choose(session, '314159', '999999')).toMatchObject(refusedWith('pin_wrong'))
    expect(await enter(session, '246810')).toMatchObject({ ok: true })
    expect(await choose(session, '314159', '246810')).toMatchObject({ ok: true })
    expect(await enter(session, '314159')).toMatchObject({ ok: true })
    expect(await enter(session, '246810')).toMatchObject(refusedWith('pin_wrong'))
  })

  test('at the shop’s own service, choosing a page’s first PIN requires the other page’s PIN', async () => {
    const training = (await open()).session
    await training.choosePin({ role: 'installer', current: null, pin: '135791' })
    expect(training.status().vouches).toEqual({ manager: null, installer: null })
    expect(await choose(training, '246810')).toMatchObject({ ok: true })

    const { session } = await openAtShop()
    await session.choosePin({ role: 'installer', current: null, pin: '135791' })
    session.leave()
    expect(session.status().vouches).toEqual({ manager: 'installer', installer: null })
    expect(await choose(session, '246810')).toMatchObject(refusedWith('pin_wrong'))
    expect(await choose(session, '246810', '246810')).toMatchObject(refusedWith('pin_wrong'))
    expect(session.status()).toMatchObject({ role: null, pins: { manager: false } })
    expect(await choose(session, '246810', '135791')).toMatchObject({ ok: true })
    expect(session.status()).toMatchObject({ role: 'manager', vouches: { manager: null, installer: null } })
    // From then on each page has its own PIN.
    expect(await choose(session, '864209', '135791')).toMatchObject(refusedWith('pin_wrong'))
  })

  test('guesses at the other page’s PIN are limited as well, and the service’s key replaces it', async () => {
    const { session } = await openAtShop()
    await session.choosePin({ role: 'installer', current: null, pin: '135791' })
    session.leave()
    for (let tries = 0; tries < 5; tries++) await choose(session, '246810', `11110${tries}`)
    expect(await choose(session, '246810', '135791')).toMatchObject(refusedWith('pin_locked'))
    expect(session.status().locked_until.installer).not.toBeNull()
    expect(await session.recover({ secret: 'sk_live_of_the_shop', pin: '246810' })).toMatchObject({
      ok: true,
    })
    expect(session.status().role).toBe('manager')
  })

  test('a PIN is not stored in plain text, and only this user can read its file', async () => {
    const { session, file } = await open()
    await choose(session, '24681357')
    const text = await readFile(file, 'utf8')
    expect(text).not.toContain('24681357')
    expect(text).not.toContain(Buffer.from('24681357').toString('base64').slice(0, 8))
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('the same PIN is stored differently each time', async () => {
    const { session, file } = await open()
    await choose(session, '246810')
    await session.choosePin({ role: 'installer', current: null, pin: '246810' })
    const { manager, installer } = JSON.parse(await readFile(file, 'utf8'))
    expect(manager.pin.hash).not.toBe(installer.pin.hash)
  })

  test('a PIN hash has the full cost by default, and a PIN hashed at another cost still works', async () => {
    const path = join(await temporaryFolder('countertop-staff'), 'pins.json')
    const staff = { path, now: Date.now, pepper: async () => null, log: quietLog }
    await (await openStaffSession(staff)).choosePin({ role: 'manager', current: null, pin: '246810' })
    expect(JSON.parse(await readFile(path, 'utf8')).manager.pin.cost).toBeGreaterThanOrEqual(2 ** 15)
    const cheaper = await openStaffSession({ ...staff, pinCost: lowPinCost })
    expect(await cheaper.enter({ role: 'manager', pin: '246810' })).toMatchObject({ ok: true })
  })

  test('damaging the file of PINs does not allow choosing a new PIN', async () => {
    const { session, file } = await open()
    await choose(session, '246810')
    await writeFile(file, '{"manager":')
    const { session: next } = await open(file)
    expect(next.status().pins).toEqual({ manager: true, installer: true })
    expect(await enter(next, '246810')).toMatchObject(refusedWith('failed'))
    expect(await choose(next, '135791')).toMatchObject({ ok: false })
    expect(await choose(next, '135791', '246810')).toMatchObject(refusedWith('failed'))
    expect(await readFile(file, 'utf8')).toBe('{"manager":')
  })
})

describe('a PIN and the computer’s keychain', () => {
  const hashes = async (file: string) => JSON.parse(await readFile(file, 'utf8')).manager.pin

  test('without the secret of its hash, a PIN does not open, and the attempt is not counted as wrong', async () => {
    const { session, file } = await open()
    await choose(session, '246810')
    const { session: elsewhere } = await open(file, noon, async () => Buffer.alloc(32, 8))
    expect(await enter(elsewhere, '246810')).toMatchObject(refusedWith('pin_wrong'))
    const { session: without } = await open(file, noon, async () => null)
    for (let time = 0; time < 6; time++) {
      expect(await enter(without, '246810')).toMatchObject(refusedWith('keychain_closed'))
    }
    expect(without.status().locked_until.manager).toBeNull()
    const { session: back } = await open(file)
    expect(await enter(back, '246810')).toMatchObject({ ok: true })
  })

  test('a PIN hashed without the secret still opens, and is then hashed with it', async () => {
    const { session, file } = await open(undefined, noon, async () => null)
    await choose(session, '246810')
    expect(await hashes(file)).toMatchObject({ peppered: false })
    const { session: next } = await open(file)
    expect(await enter(next, '246810')).toMatchObject({ ok: true })
    expect(await hashes(file)).toMatchObject({ peppered: true })
    expect(await enter((await open(file)).session, '246810')).toMatchObject({ ok: true })
  })

  test('a PIN of four digits from an earlier version opens nothing until a longer one is chosen', async () => {
    const { session } = await open()
    await choose(session, '2468')
    session.leave()
    expect(await enter(session, '2468')).toMatchObject(refusedWith('pin_too_short'))
    expect(session.status().role).toBeNull()
    expect(await choose(session, '246810', '2468')).toMatchObject({ ok: true })
    expect(session.status().role).toBe('manager')
  })
})

describe('wrong PINs', () => {
  async function wrong(session: StaffSession, times: number) {
    for (let time = 0; time < times; time++) await enter(session, '0000')
  }

  test('the fifth wrong PIN locks the role for 30 s even for the right PIN, and the end of the lock is reported', async () => {
    const { session, pass } = await open()
    await choose(session, '246810')
    session.leave()
    await wrong(session, 4)
    expect(session.status().locked_until.manager).toBeNull()
    await wrong(session, 1)
    expect(session.status().locked_until).toEqual({ manager: '2026-11-21T12:00:30.000Z', installer: null })
    expect(await enter(session, '246810')).toMatchObject(refusedWith('pin_locked'))
    pass(29_999)
    expect(await enter(session, '246810')).toMatchObject(refusedWith('pin_locked'))
    pass(1)
    expect(session.status().locked_until.manager).toBeNull()
    expect(await enter(session, '246810')).toMatchObject({ ok: true })
  })

  test('wrong PINs are counted across restarts, and each lock is twice as long as the last one, up to 15 min', async () => {
    const { session, file } = await open()
    await choose(session, '246810')
    await wrong(session, 5)
    const lengths: number[] = []
    for (let lock = 0; lock < 8; lock++) {
      // No time has passed on the monotonic clock, so the lock starts again.
      const next = await open(file, noon + lock * 10_000_000)
      const at = noon + lock * 10_000_000
      const ms = Date.parse(next.session.status().locked_until.manager ?? '') - at
      lengths.push(ms / 1000)
      next.pass(ms)
      await wrong(next.session, 1)
    }
    expect(lengths).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
  })

  test('the length of a lock does not depend on the computer’s clock or on a restart', async () => {
    const { session, file, setClockBy, pass } = await open()
    await choose(session, '246810')
    await wrong(session, 5)
    for (const ms of [86_400_000, -2 * 86_400_000]) {
      setClockBy(ms)
      expect(await enter(session, '246810')).toMatchObject(refusedWith('pin_locked'))
    }
    const { session: restarted } = await open(file, noon + 365 * 86_400_000)
    expect(await enter(restarted, '246810')).toMatchObject(refusedWith('pin_locked'))
    pass(30_000)
    expect(await enter(session, '246810')).toMatchObject({ ok: true })
  })

  test('a wrong PIN is answered with the number of remaining tries', async () => {
    const { session } = await open()
    await choose(session, '246810')
    const left: (number | undefined)[] = []
    for (let time = 0; time < 5; time++) {
      const answer = await enter(session, '0000')
      left.push(answer.ok ? undefined : answer.error.tries_left)
    }
    expect(left).toEqual([4, 3, 2, 1, 0])
  })

  test('concurrent wrong PINs are counted one by one', async () => {
    const { session } = await open()
    await choose(session, '246810')
    const answers = await Promise.all(
      ['1', '2', '3', '4', '5', '6', '7'].map((last) => enter(session, `000${last}`)),
    )
    const codes = answers.map((answer) => (answer.ok ? 'done' : answer.error.code))
    expect(codes).toEqual([...Array(5).fill('pin_wrong'), 'pin_locked', 'pin_locked'])
  })

  test('wrong PINs in a change of PIN count as well', async () => {
    const { session } = await open()
    await choose(session, '246810')
    for (let time = 0; time < 5; time++) await choose(session, '314159', '0000')
    expect(await choose(session, '314159', '246810')).toMatchObject(refusedWith('pin_locked'))
  })
})

describe('refunds by a manager', () => {
  async function manager() {
    const opened = await open()
    await choose(opened.session, '246810')
    return opened.session
  }

  test('refunds up to a limit need no second PIN, in one piece or in several', async () => {
    const session = await manager()
    expect(await session.mayReturn(returnLimit - 100, null)).toBeNull()
    expect(await session.mayReturn(100, null)).toBeNull()
    expect(await session.mayReturn(1, null)).toMatchObject({ code: 'pin_needed' })
  })

  test('a refund above the limit needs the PIN, which resets the limit', async () => {
    const session = await manager()
    expect(await session.mayReturn(returnLimit + 1, null)).toMatchObject({ code: 'pin_needed' })
    expect(await session.mayReturn(returnLimit + 1, '246811')).toMatchObject({ code: 'pin_wrong' })
    expect(await session.mayReturn(returnLimit + 1, '246810')).toBeNull()
    expect(await session.mayReturn(returnLimit, null)).toBeNull()
    expect(await session.mayReturn(1, null)).toMatchObject({ code: 'pin_needed' })
  })

  test('after a wrong PIN, what was refunded before still counts to the limit', async () => {
    const session = await manager()
    expect(await session.mayReturn(returnLimit, null)).toBeNull()
    expect(await session.mayReturn(1, '246811')).toMatchObject({ code: 'pin_wrong' })
    expect(await session.mayReturn(1, null)).toMatchObject({ code: 'pin_needed' })
  })

  test('guessing the PIN for a refund locks as usual', async () => {
    const session = await manager()
    for (let guess = 0; guess < 5; guess++) await session.mayReturn(returnLimit + 1, '000000')
    expect(await session.mayReturn(returnLimit + 1, '246810')).toMatchObject({ code: 'pin_locked' })
  })

  test('returns count to the same limit, and need the PIN when no role is open', async () => {
    const session = await manager()
    expect(await session.approveReturn(returnLimit - 100, null)).toMatchObject({ ok: true })
    expect(await session.mayReturn(101, null)).toMatchObject({ code: 'pin_needed' })
    expect(await session.approveReturn(101, null)).toMatchObject(refusedWith('pin_needed'))
    expect(await session.approveReturn(101, '246810')).toMatchObject({ ok: true })
    session.leave()
    expect(await session.approveReturn(1, null)).toMatchObject(refusedWith('pin_needed'))
    expect(await session.approveReturn(returnLimit + 1, '246810')).toMatchObject({ ok: true })
  })

  test('only the manager’s role may refund', async () => {
    const session = await manager()
    session.leave()
    expect(await session.mayReturn(1, '246810')).toMatchObject({ code: 'role_needed' })
  })
})

describe('an open role', () => {
  test('an open role may send its own commands and no others, and a cashier needs no role', async () => {
    const { session } = await open()
    expect(session.refusal('sale.charge')).toBeNull()
    expect(session.refusal('payments.search')).toMatchObject({ code: 'role_needed' })
    await choose(session, '246810')
    expect(session.refusal('payments.search')).toBeNull()
    expect(session.refusal('terminals.list')).toMatchObject({ code: 'role_needed' })
    await session.choosePin({ role: 'installer', current: null, pin: '135791' })
    expect(session.refusal('terminals.list')).toBeNull()
    expect(session.refusal('payments.search')).toMatchObject({ code: 'role_needed' })
    session.leave()
    expect(session.refusal('terminals.list')).toMatchObject({ code: 'role_needed' })
  })

  test('an open role closes after 5 minutes without input by a person', async () => {
    const { session, pass } = await open()
    await choose(session, '246810')
    pass(idleMs - 1)
    session.personActed()
    expect(session.status().closes_at).toBe(new Date(noon + 2 * idleMs - 1).toISOString())
    pass(idleMs - 1)
    expect(session.refusal('payments.search')).toBeNull()
    pass(1)
    session.personActed()
    expect(session.refusal('payments.search')).toMatchObject({ code: 'role_needed' })
    expect(session.status().role).toBeNull()
  })

  test.each(['payments.search', 'payments.open', 'payments.dismiss'] as const)(
    'a page cannot keep a role open by sending %s repeatedly',
    async (name) => {
      const { session, pass } = await open()
      await choose(session, '246810')
      for (let time = 0; time < 5; time++) {
        pass(idleMs / 5 - 1)
        expect(session.refusal(name)).toBeNull()
      }
      pass(5)
      expect(session.refusal(name)).toMatchObject({ code: 'role_needed' })
    },
  )

  test('input extends an open role at most every two seconds, so that a key press does not cause a new snapshot', async () => {
    const { session, pass } = await open()
    await choose(session, '246810')
    let changes = 0
    session.onChange(() => changes++)
    for (let key = 0; key < 20; key++) {
      session.personActed()
      pass(100)
    }
    session.personActed()
    expect(changes).toBe(1)
  })

  test('an open role closes by itself and reports it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { session } = await open()
    const roles: (string | null)[] = []
    session.onChange(({ role }) => void roles.push(role))
    await choose(session, '246810')
    vi.advanceTimersByTime(idleMs - 1)
    expect(roles).toEqual(['manager'])
    vi.advanceTimersByTime(1)
    expect(roles).toEqual(['manager', null])
  })

  test('an open role is closed after a restart', async () => {
    const { session, file } = await open()
    await choose(session, '246810')
    const { session: next } = await open(file)
    expect(next.status()).toMatchObject({ role: null, pins: { manager: true } })
    expect(next.refusal('payments.act')).toMatchObject({ code: 'role_needed' })
  })
})
