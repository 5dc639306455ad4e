import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openEmptyStaff, openStaff, pins, serviceKey } from './people-harness.ts'

const refusedWith = (code: string) => ({ ok: false, error: { code } })

describe('setting up the first person', () => {
  test('the first person is the owner, is signed in, and ends access by the role’s PIN', async () => {
    const { session, owner } = await openStaff()
    expect(session.status().people?.present).toMatchObject({ id: owner, name: 'Olga', role: 'owner' })
    expect(await session.enter({ role: 'manager', pin: pins.role })).toMatchObject(
      refusedWith('not_available'),
    )
    expect(session.lock()).toMatchObject({ ok: true })
    expect(session.refusal('sale.charge')).toMatchObject({ code: 'sign_in_needed' })
    expect(session.refusal('snapshot.get')).toBeNull()
  })

  test('the owner’s PIN and recovery code are not on the disk, and the counter asks for the PIN after a restart', async () => {
    const { restart, text, code } = await openStaff()
    for (const file of ['people.json', 'recovery.json']) {
      const kept = await text(file)
      expect(kept).not.toContain(pins.owner)
      expect(kept).not.toContain(code)
      expect(kept).not.toContain(code.replaceAll('-', ''))
    }
    const again = await restart()
    expect(again.status().people).toMatchObject({ present: null, shown: [{ name: 'Olga' }], managed: null })
    expect(again.refusal('sale.charge')).toMatchObject({ code: 'sign_in_needed' })
  })
})

describe('a page that sends requests without a person’s PIN', () => {
  const made = { id: null, name: 'Page', role: 'owner', active: true, pin: '771204' } as const

  test('a page cannot make itself an owner while the manager’s page is open', async () => {
    const { session } = await openEmptyStaff()
    expect(session.status().role).toBe('manager')
    for (let time = 0; time < 5; time++) {
      expect(await session.savePerson({ ...made, current: '000000' })).toMatchObject(refusedWith('pin_wrong'))
    }
    expect(await session.savePerson({ ...made, current: pins.role })).toMatchObject(refusedWith('pin_locked'))
    expect(session.status().people).toBeNull()
  })

  test('a page cannot add an owner, change rights or get a recovery code while the owner is signed in', async () => {
    const { session, owner, text } = await openStaff()
    const before = await text('recovery.json')
    const wrong = { current: '000000' }
    expect(await session.savePerson({ ...made, ...wrong })).toMatchObject(refusedWith('pin_wrong'))
    expect(await session.savePerson({ ...made, id: owner, ...wrong })).toMatchObject(refusedWith('pin_wrong'))
    expect(await session.withholdRights({ role: 'cashier', rights: ['sell'], ...wrong })).toMatchObject(
      refusedWith('pin_wrong'),
    )
    expect(await session.newRecoveryCode(wrong)).toMatchObject(refusedWith('pin_wrong'))
    expect(await text('recovery.json')).toBe(before)
    expect(session.status().people?.managed).toMatchObject({ people: [{ id: owner }], withheld: {} })
    await session.newRecoveryCode(wrong)
    expect(await session.newRecoveryCode({ current: pins.owner })).toMatchObject(refusedWith('pin_locked'))
  })
})

describe('signing in at the counter', () => {
  test('people sign in by name and PIN, and actions carry the person who is signed in', async () => {
    const { session, add, signIn, owner } = await openStaff()
    const ana = await add('cashier', 'Ana')
    expect(await signIn(ana, pins.cashier)).toMatchObject({ ok: true })
    expect(session.personId()).toBe(ana)
    expect(session.refusal('sale.charge')).toBeNull()
    expect(session.refusal('payments.search')).toMatchObject({ code: 'role_needed' })
    expect(await signIn(owner, pins.owner)).toMatchObject({ ok: true })
    expect(session.personId()).toBe(owner)
    expect(session.refusal('payments.search')).toBeNull()
    session.leave()
    expect(session.personId()).toBe(owner)
  })

  test('each person is locked out separately, and not by a change of the clock', async () => {
    const { session, add, signIn, owner, setClockBy, pass, restart } = await openStaff()
    const ana = await add('cashier', 'Ana')
    for (let time = 0; time < 4; time++) await signIn(ana, '000000')
    expect(await signIn(ana, '000000')).toMatchObject({ error: { code: 'pin_wrong', tries_left: 0 } })
    expect(await signIn(ana, pins.cashier)).toMatchObject(refusedWith('pin_locked'))
    expect(session.status().people?.locked).toMatchObject([{ person_id: ana }])
    setClockBy(400 * 86_400_000)
    expect(await signIn(ana, pins.cashier)).toMatchObject(refusedWith('pin_locked'))
    setClockBy(-800 * 86_400_000)
    expect(await signIn(ana, pins.cashier)).toMatchObject(refusedWith('pin_locked'))
    expect(await signIn(owner, pins.owner)).toMatchObject({ ok: true })
    const again = await restart()
    expect(await again.signIn({ person_id: ana, pin: pins.cashier })).toMatchObject(refusedWith('pin_locked'))
    pass(30_000)
    expect(await again.signIn({ person_id: ana, pin: pins.cashier })).toMatchObject({ ok: true })
  })

  test('people are signed out when the screen is idle, but not during a sale', async () => {
    const { session, add, signIn, pass, setBusy } = await openStaff()
    const ana = await add('cashier', 'Ana')
    await session.setAutoLock({ minutes: 2 })
    await signIn(ana, pins.cashier)
    pass(119_000)
    session.personActed()
    pass(119_000)
    expect(session.refusal('sale.charge')).toBeNull()
    setBusy(true)
    pass(1_000)
    expect(session.refusal('sale.cancel')).toBeNull()
    expect(session.lock()).toMatchObject(refusedWith('not_now'))
    expect(session.refusal('sale.charge')).toBeNull()
    expect(session.status().rights).toEqual(['sell'])
    pass(3_600_000)
    session.personActed()
    expect(session.refusal('drawer.no_sale')).toMatchObject({ code: 'role_needed' })
    expect(session.refusal('staff.set_auto_lock')).toMatchObject({ code: 'role_needed' })
    setBusy(false)
    expect(session.refusal('sale.charge')).toMatchObject({ code: 'sign_in_needed' })
    expect(session.personId()).toBeNull()
  })

  test('a page cannot keep a person signed in by setting the auto-lock time repeatedly', async () => {
    const { session, pass } = await openStaff()
    pass(299_000)
    await session.setAutoLock({ minutes: 60 })
    expect(session.refusal('payments.search')).toBeNull()
    pass(1_000)
    expect(session.refusal('payments.search')).toMatchObject({ code: 'sign_in_needed' })
  })

  test('people choose their own PIN, which must not be weak or equal to one used for approvals', async () => {
    const { session, add, signIn } = await openStaff()
    const max = await add('manager', 'Max')
    await signIn(max, pins.manager)
    const change = (current: string, pin: string) => session.changeOwnPin({ current, pin })
    expect(await change(pins.manager, '123456')).toMatchObject(refusedWith('pin_weak'))
    expect(await change(pins.manager, pins.owner)).toMatchObject(refusedWith('pin_weak'))
    expect(await change('000000', '771204')).toMatchObject(refusedWith('pin_wrong'))
    expect(await change(pins.manager, '771204')).toMatchObject({ ok: true })
    expect(await signIn(max, pins.manager)).toMatchObject(refusedWith('pin_wrong'))
    expect(await signIn(max, '771204')).toMatchObject({ ok: true })
  })

  test('people clock in and out once each, also across a restart', async () => {
    const { session, add, signIn, pass, restart } = await openStaff()
    const ana = await add('cashier', 'Ana')
    await signIn(ana, pins.cashier)
    expect(await session.clock({ kind: 'out' })).toMatchObject(refusedWith('not_now'))
    expect(await session.clock({ kind: 'in' })).toMatchObject({ ok: true })
    expect(await session.clock({ kind: 'in' })).toMatchObject(refusedWith('not_now'))
    expect(session.status().people?.present?.at_work).toBe(true)
    const again = await restart()
    await again.signIn({ person_id: ana, pin: pins.cashier })
    expect(again.status().people?.present?.at_work).toBe(true)
    pass(3_600_000)
    await again.signIn({ person_id: ana, pin: pins.cashier })
    expect(await again.clock({ kind: 'out' })).toMatchObject({ ok: true })
    const { ledger } = await again.hours()
    expect(ledger.entries.map(({ person_id, kind, at }) => [person_id, kind, at])).toEqual([
      [ana, 'in', '2026-11-21T12:00:00.000Z'],
      [ana, 'out', '2026-11-21T13:00:00.000Z'],
    ])
  })
})

describe('an approval by PIN', () => {
  test('an approval names the owner of the PIN, and the cashier stays signed in', async () => {
    const { session, add, signIn } = await openStaff()
    const max = await add('manager', 'Max')
    const ana = await add('cashier', 'Ana')
    await signIn(ana, pins.cashier)
    expect(await session.approve(null)).toMatchObject(refusedWith('pin_needed'))
    expect(await session.approve(pins.cashier)).toMatchObject(refusedWith('pin_wrong'))
    expect(await session.approve(pins.manager)).toEqual({ ok: true, value: { by: max } })
    expect(session.personId()).toBe(ana)
    await signIn(max, pins.manager)
    expect(await session.approve(null)).toEqual({ ok: true, value: { by: max } })
  })

  test('after five wrong PINs, approvals are locked for every PIN', async () => {
    const { session, add, signIn } = await openStaff()
    const ana = await add('cashier', 'Ana')
    await signIn(ana, pins.cashier)
    for (let time = 0; time < 5; time++) await session.approve('000000')
    expect(await session.approve(pins.owner)).toMatchObject(refusedWith('pin_locked'))
  })
})

describe('the PINs of other people', () => {
  test('a manager cannot guess other PINs by approving with the right one in between', async () => {
    const { session, add, signIn, owner, pass } = await openStaff()
    const max = await add('manager', 'Max')
    const ana = await add('cashier', 'Ana')
    await signIn(ana, pins.cashier)
    for (let time = 0; time < 4; time++) await session.approve('000000')
    expect(await session.approve(pins.manager)).toMatchObject({ ok: true })
    expect(await session.approve('000000')).toMatchObject({ error: { tries_left: 0 } })
    expect(await session.approve(pins.manager)).toMatchObject(refusedWith('pin_locked'))
    pass(30_000)
    expect(await session.approve(pins.manager)).toMatchObject({ ok: true, value: { by: max } })
    expect(await session.approve('000000')).toMatchObject({ error: { code: 'pin_wrong', tries_left: 0 } })
    pass(60_000)
    expect(await session.approve(pins.owner)).toMatchObject({ ok: true, value: { by: owner } })
    expect(await session.approve('000000')).toMatchObject({ error: { tries_left: 4 } })
    pass(3_600_000)
    expect(await session.approve('000000')).toMatchObject({ error: { tries_left: 4 } })
  })

  test('PINs of others cannot be guessed by trying to choose them', async () => {
    const { session, add, signIn } = await openStaff()
    const max = await add('manager', 'Max')
    await signIn(max, pins.manager)
    const change = (current: string, pin: string) => session.changeOwnPin({ current, pin })
    for (let time = 0; time < 5; time++) await change(pins.manager, pins.owner)
    expect(await change(pins.manager, '771204')).toMatchObject(refusedWith('pin_locked'))
    expect(await signIn(max, pins.manager)).toMatchObject({ ok: true })
    expect(await change(pins.manager, '771204')).toMatchObject(refusedWith('pin_locked'))
  })

  test('a person who gets a role that approves needs a new PIN, which must not be another person’s', async () => {
    const { session, add } = await openStaff()
    const ana = await add('cashier', 'Ana', pins.owner)
    const promoted = { id: ana, name: 'Ana', role: 'manager', active: true, current: pins.owner } as const
    expect(await session.savePerson({ ...promoted, pin: null })).toMatchObject(refusedWith('pin_needed'))
    expect(await session.savePerson({ ...promoted, pin: pins.owner })).toMatchObject(refusedWith('pin_weak'))
    expect(await session.savePerson({ ...promoted, pin: pins.cashier })).toMatchObject({ ok: true })
    expect(await session.savePerson({ ...promoted, pin: null })).toMatchObject({ ok: true })
  })
})

describe('rights of the owner', () => {
  test('when the owner withholds a right from a role, its people lose it at once', async () => {
    const { session, add, signIn, owner } = await openStaff()
    const ana = await add('cashier', 'Ana')
    await session.withholdRights({ role: 'cashier', rights: ['use_drawer'], current: pins.owner })
    await signIn(ana, pins.cashier)
    expect(session.refusal('drawer.no_sale')).toMatchObject({ code: 'role_needed' })
    expect(session.refusal('sale.charge')).toBeNull()
    await signIn(owner, pins.owner)
    expect(session.refusal('drawer.no_sale')).toBeNull()
  })

  test('the last owner cannot be demoted or deactivated', async () => {
    const { session, owner } = await openStaff()
    const olga = { id: owner, name: 'Olga', pin: null, current: pins.owner } as const
    expect(await session.savePerson({ ...olga, role: 'manager', active: true })).toMatchObject(
      refusedWith('owner_needed'),
    )
    expect(await session.savePerson({ ...olga, role: 'owner', active: false })).toMatchObject(
      refusedWith('owner_needed'),
    )
  })

  test('a deactivated person’s PIN opens nothing, and the name is kept', async () => {
    const { session, add, signIn, owner } = await openStaff()
    const ana = await add('cashier', 'Ana')
    await session.savePerson({
      id: ana,
      name: 'Ana',
      role: 'cashier',
      active: false,
      pin: null,
      current: pins.owner,
    })
    expect(session.status().people?.shown.map(({ id }) => id)).toEqual([owner])
    expect(session.status().people?.managed?.people.map(({ name }) => name)).toEqual(['Olga', 'Ana'])
    expect(await signIn(ana, pins.cashier)).toMatchObject(refusedWith('not_found'))
  })
})

describe('a forgotten PIN', () => {
  test('a lost keychain is reported differently from a wrong PIN or code, and the service’s key opens the counter', async () => {
    const { restart, owner, code } = await openStaff()
    const lost = await restart(serviceKey, null)
    const closed = refusedWith('keychain_closed')
    expect(await lost.signIn({ person_id: owner, pin: pins.owner })).toMatchObject(closed)
    expect(await lost.recover({ secret: code, pin: '771204' })).toMatchObject(closed)
    expect(await lost.recover({ secret: serviceKey, pin: '771204' })).toMatchObject({ ok: true })
  })

  test('the owner’s PIN can be replaced with the recovery code, once, and a new code is shown', async () => {
    const { session, code, owner, signIn } = await openStaff()
    session.lock()
    expect(await session.recover({ secret: 'AAAA-BBBB', pin: '771204' })).toMatchObject(
      refusedWith('pin_wrong'),
    )
    const typed = code.toLowerCase().replaceAll('-', ' ')
    const recovered = await session.recover({ secret: typed, pin: '771204' })
    expect(recovered).toMatchObject({
      ok: true,
      value: { recovery_code: expect.stringMatching(/^(\w{4}-){4}\w{4}$/) },
    })
    expect(session.personId()).toBe(owner)
    expect(await session.recover({ secret: code, pin: '884431' })).toMatchObject(refusedWith('pin_wrong'))
    expect(await signIn(owner, pins.owner)).toMatchObject(refusedWith('pin_wrong'))
    expect(await signIn(owner, '771204')).toMatchObject({ ok: true })
  })

  test('the owner’s PIN can be replaced with the service’s key, and wrong guesses lock', async () => {
    const { session, owner } = await openStaff()
    expect(await session.recover({ secret: serviceKey, pin: '771204' })).toMatchObject({ ok: true })
    expect(session.personId()).toBe(owner)
    for (let time = 0; time < 5; time++) await session.recover({ secret: `${serviceKey}x`, pin: '771204' })
    expect(await session.recover({ secret: serviceKey, pin: '771204' })).toMatchObject(
      refusedWith('pin_locked'),
    )
  })

  test('without a service key, a PIN can be replaced only with the recovery code', async () => {
    const { restart } = await openStaff()
    const training = await restart(null)
    expect(await training.recover({ secret: 'null', pin: '771204' })).toMatchObject({ ok: false })
    expect(training.personId()).toBeNull()
  })
})

describe('a forgotten manager’s PIN', () => {
  test('a forgotten manager’s PIN is replaced by a word in training, and only by the service’s key elsewhere', async () => {
    const { session, restart } = await openEmptyStaff()
    const asked = { secret: 'training', pin: '771204' }
    expect(await session.recover(asked)).toMatchObject(refusedWith('pin_wrong'))
    const training = await restart(null)
    expect(await training.recover(asked)).toMatchObject({ ok: true })
    expect(training.status().role).toBe('manager')
    const live = await restart()
    expect(await live.enter({ role: 'manager', pin: asked.pin })).toMatchObject({ ok: true })
  })
})

describe('files that cannot be read', () => {
  test('an unreadable file of hours does not prevent signing in', async () => {
    const { folder, restart, owner } = await openStaff()
    await mkdir(join(folder, 'hours.jsonl'))
    const again = await restart()
    expect(await again.signIn({ person_id: owner, pin: pins.owner })).toMatchObject({ ok: true })
    expect(again.refusal('sale.charge')).toBeNull()
    await expect(again.clock({ kind: 'in' })).rejects.toThrow()
  })

  test('without people, a file with wrong codes does not count as damaged', async () => {
    const { session, restart, text } = await openEmptyStaff()
    await session.recover({ secret: 'AAAA-BBBB', pin: '771204' })
    expect(JSON.parse(await text('recovery.json'))).toEqual({ code: null, wrong: 1 })
    const again = await restart()
    expect(again.status().people).toBeNull()
    expect(again.refusal('sale.charge')).toBeNull()
  })
})

describe('a damaged file of people', () => {
  const damages = [
    ['cut off', (path: string) => writeFile(path, '{"people":[{"id":')],
    ['of another form', (path: string) => writeFile(path, '{"people":[]}')],
    ['gone', (path: string) => rm(path)],
  ] as const

  test.each(damages)(
    'a file of people that is %s grants no right, and the recovery code restores access',
    async (_how, damage) => {
      const { folder, restart, code, owner } = await openStaff()
      await damage(join(folder, 'people.json'))
      const session = await restart(null)
      expect(session.status().people).toMatchObject({ damaged: true, present: null, shown: [] })
      for (const name of ['sale.charge', 'payments.act', 'staff.save_person'] as const) {
        expect(session.refusal(name)).toMatchObject({ code: 'sign_in_needed' })
      }
      expect(await session.signIn({ person_id: owner, pin: pins.owner })).toMatchObject({ ok: false })
      expect(await session.choosePin({ role: 'manager', current: null, pin: '771204' })).toMatchObject({
        ok: false,
      })
      expect(await session.recover({ secret: code, pin: '771204' })).toMatchObject({ ok: true })
      expect(session.status().people).toMatchObject({ damaged: false, present: { role: 'owner' } })
      expect(session.refusal('staff.save_person')).toBeNull()
    },
  )

  test('without the files of people and recovery code no right is granted, and the service’s key restores access', async () => {
    const { folder, restart, text } = await openStaff()
    expect(JSON.parse(await text('pins.json'))).toMatchObject({ manager: { pin: null }, people: true })
    await Promise.all(['people.json', 'recovery.json'].map((name) => rm(join(folder, name))))
    const session = await restart()
    expect(session.status().people).toMatchObject({ damaged: true, present: null })
    expect(session.refusal('sale.charge')).toMatchObject({ code: 'sign_in_needed' })
    expect(await session.choosePin({ role: 'manager', current: null, pin: '771204' })).toMatchObject({
      ok: false,
    })
    expect(await session.recover({ secret: serviceKey, pin: '771204' })).toMatchObject({ ok: true })
    expect((await restart()).status().people).toMatchObject({ damaged: false, shown: [{ role: 'owner' }] })
  })

  test('people of an earlier version are recognised at the first start, and missing files lock the counter afterwards', async () => {
    const { folder, restart } = await openStaff()
    await rm(join(folder, 'pins.json'))
    expect((await restart()).status().people).toMatchObject({ damaged: false })
    await Promise.all(['people.json', 'recovery.json'].map((name) => rm(join(folder, name))))
    expect((await restart()).status().people).toMatchObject({ damaged: true })
  })
})
