import { describe, expect, test } from 'vitest'
import { openStaff, pins } from './people-harness.ts'

const refusedWith = (code: string) => ({ ok: false, error: { code } })

describe('a PIN that was set by somebody else', () => {
  test('a PIN set by somebody else only allows choosing an own PIN, also for requests of a page', async () => {
    const { session, owner, signIn, restart, pass } = await openStaff()
    const save = (id: string | null, pin: string | null) =>
      session.savePerson({ id, name: 'Max', role: 'manager', active: true, pin, current: pins.owner })
    const added = await save(null, pins.first)
    const max = added.ok ? added.value.person_id : ''
    const managed = () => session.status().people?.managed?.people.find(({ id }) => id === max)
    expect(managed()).toMatchObject({ pin_of_another: true, pin_chosen_at: '2026-11-21T12:00:00.000Z' })
    expect(session.status().people?.managed?.people[0]).toMatchObject({ pin_of_another: false })
    for (const one of [session, await restart()]) {
      await one.signIn({ person_id: max, pin: pins.first })
      expect(one.status()).toMatchObject({
        rights: ['own_record'],
        people: { present: { must_choose_pin: true }, managed: null },
      })
      for (const name of ['sale.charge', 'payments.search', 'drawer.no_sale'] as const) {
        expect(one.refusal(name)).toMatchObject({ code: 'role_needed' })
      }
    }
    const change = (pin: string) => session.changeOwnPin({ current: pins.first, pin })
    expect(await change(pins.first)).toMatchObject(refusedWith('pin_weak'))
    pass(60_000)
    await signIn(max, pins.first)
    expect(await change(pins.manager)).toMatchObject({ ok: true })
    expect(session.status().people?.present?.must_choose_pin).toBe(false)
    expect(session.refusal('payments.search')).toBeNull()
    await signIn(owner, pins.owner)
    expect(managed()).toMatchObject({ pin_of_another: false, pin_chosen_at: '2026-11-21T12:01:00.000Z' })
    await save(max, null)
    expect(managed()).toMatchObject({ pin_of_another: false })
    await save(max, pins.first)
    expect(managed()).toMatchObject({ pin_of_another: true })
    const own = { id: owner, name: 'Olga', role: 'owner', active: true, current: pins.owner } as const
    await session.savePerson({ ...own, pin: '771204' })
    expect(session.status().people?.present?.must_choose_pin).toBe(false)
  })
})
