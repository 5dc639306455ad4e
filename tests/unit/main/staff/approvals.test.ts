import { expect, test } from 'vitest'
import { openStaff, pins } from './people-harness.ts'

test('each hour forgives one wrong PIN for an approval, whenever in it they were typed', async () => {
  const { session, add, signIn, pass } = await openStaff()
  await signIn(await add('cashier'), pins.cashier)
  const wrong = (tries_left: number) => ({ error: { code: 'pin_wrong', tries_left } })
  expect(await session.approve('000000')).toMatchObject(wrong(4))
  pass(3_540_000)
  expect(await session.approve('000000')).toMatchObject(wrong(3))
  pass(120_000)
  expect(await session.approve('000000')).toMatchObject(wrong(3))
})

test('a manager’s PIN does not approve for a cashier what the owner withholds from managers', async () => {
  const { session, add, signIn, owner } = await openStaff()
  await add('manager')
  const ana = await add('cashier')
  await session.withholdRights({ role: 'manager', rights: ['undo_sale'], current: pins.owner })
  await signIn(ana, pins.cashier)
  expect(await session.approveCommand('bill.undo', pins.manager)).toMatchObject({
    error: { code: 'role_needed' },
  })
  expect(await session.approveCommand('bill.undo', pins.owner)).toMatchObject({
    ok: true,
    value: { by: owner },
  })
})
