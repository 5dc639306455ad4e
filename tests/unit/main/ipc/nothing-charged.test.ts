import { expect, test } from 'vitest'
import { createCommandAnswerer, type PosHandlers } from '../../../../src-main/ipc/command-answerer.ts'
import { defaultSettings } from '../../../../src-main/settings/settings.ts'
import type { PosCommandName } from '../../../../src-shared/pos/commands.ts'
import { ok } from '../../../../src-shared/result.ts'
import { quietLog } from '../support/service.ts'

/** For any command of a window whose amount was lost on its way or was never typed. */
test('a charge of 0 cents is refused, and the refusal names the amount', async () => {
  const ran: PosCommandName[] = []
  const handlers = new Proxy({} as PosHandlers, {
    get: (_, name: PosCommandName) => () => {
      ran.push(name)
      return ok(null)
    },
  })
  const staff = {
    status: () => ({ role: null }) as never,
    refusal: () => null,
    personId: () => null,
    actingAs: <Value>(_: string | null, act: () => Value) => act(),
    approveCommand: () => Promise.reject(new Error('nothing is to be approved')),
  }
  const audit = { add: () => undefined, begin: async () => () => undefined }
  const settings = () => defaultSettings('en')
  const ask = createCommandAnswerer({ handlers, staff, audit, settings, log: quietLog })

  const charges = [
    ['sale.charge', { entry: 'card', note: '' }],
    ['bill.open', { note: '' }],
    ['bill.charge', { entry: 'card' }],
    ['bill.send_link', { receiver: { kind: 'code' } }],
  ] as const
  for (const [name, rest] of charges) {
    const refused = { code: 'payload_invalid', message: expect.stringMatching(/^amount: /) }
    expect(await ask(name, { ...rest, amount: 0 })).toMatchObject({ ok: false, error: refused })
    expect(await ask(name, { ...rest, amount: 1 })).toMatchObject({ ok: true })
  }
  expect(ran).toEqual(charges.map(([name]) => name))
})
