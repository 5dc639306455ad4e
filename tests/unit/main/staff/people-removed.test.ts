import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openStaff, serviceKey } from './people-harness.ts'

const files = ['people.json', 'recovery.json', 'pins.json', 'hours.jsonl']

describe('a counter whose staff files were all removed', () => {
  test('a counter without staff files starts as a new one, locks when the service knows of people, and stays locked', async () => {
    const { folder, restart } = await openStaff()
    await Promise.all(files.map((name) => rm(join(folder, name), { force: true })))
    const session = await restart()
    expect(session.status().people).toBeNull()
    expect(await session.requirePeople()).toBe(true)
    expect(session.status().people).toMatchObject({ damaged: true, present: null })
    expect(session.refusal('sale.charge')).toMatchObject({ code: 'sign_in_needed' })
    const later = await restart()
    expect(later.refusal('sale.charge')).toMatchObject({ code: 'sign_in_needed' })
    expect(await later.choosePin({ role: 'manager', current: null, pin: '771204' })).toMatchObject({
      ok: false,
    })
    expect(await later.recover({ secret: 'TRAINING', pin: '771204' })).toMatchObject({ ok: false })
    expect(await later.recover({ secret: serviceKey, pin: '771204' })).toMatchObject({ ok: true })
    expect((await restart()).status().people).toMatchObject({ damaged: false, shown: [{ role: 'owner' }] })
  })

  test('a counter with its people is not locked by what the service knows', async () => {
    const { session, owner } = await openStaff()
    expect(await session.requirePeople()).toBe(true)
    expect(session.status().people).toMatchObject({ damaged: false, present: { id: owner } })
  })
})
