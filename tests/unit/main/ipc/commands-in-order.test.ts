import { expect, test } from 'vitest'
import { createCommandAnswerer, type PosHandlers } from '../../../../src-main/ipc/command-answerer.ts'
import { defaultSettings } from '../../../../src-main/settings/settings.ts'
import type { PosCommandName } from '../../../../src-shared/pos/commands.ts'
import { ok } from '../../../../src-shared/result.ts'
import { quietLog } from '../support/service.ts'

test('commands run in the order of their arrival, even while the schema of an earlier one is loading', async () => {
  const ran: string[] = []
  const handlers = new Proxy({} as PosHandlers, { get: (_, name) => () => ok(ran.push(String(name))) })
  const ask = createCommandAnswerer({
    handlers,
    staff: {
      status: () => ({ role: null, open_roles: [], people: null }) as never,
      refusal: () => null,
      personId: () => null,
      actingAs: async (_person, act) => act(),
      approveCommand: async () => ok({ by: null }),
    },
    audit: { add: () => undefined, begin: async () => () => undefined },
    settings: () => defaultSettings('en'),
    log: quietLog,
  })
  const sent: readonly (readonly [PosCommandName, unknown])[] = [
    ['snapshot.get', undefined],
    ['sale.retry', { entry: 'card' }],
    ['sale.cancel', undefined],
    ['sale.charge', { amount: 100, entry: 'card', note: '' }],
    ['sale.finish', undefined],
  ]
  const answers = await Promise.all(sent.map(([name, payload]) => ask(name, payload)))
  expect(answers.map((answer) => answer.ok)).toEqual(sent.map(() => true))
  expect(ran).toEqual(sent.map(([name]) => name))
})
