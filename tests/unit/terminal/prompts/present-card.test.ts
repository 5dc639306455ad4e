import { expect, test } from 'vitest'
import { terminalAtRest } from '../device-harness.ts'
import { chiplessCard, readCard, visa, wornCard } from '../sample-commands.ts'

test.each(['chip', 'pin'] as const)(
  'when the bank wants the %s, the card can only be inserted: a tap or a swipe would be declined again',
  async (wants) => {
    const { device, service, ask, act } = await terminalAtRest()
    const id = await ask({ ...readCard, wants })
    const asked = { kind: 'waiting_for_card', insert: true, tap: false, swipe: false }
    expect(device.screen()).toMatchObject(asked)
    await act({ kind: 'tap_card', card: visa }, { kind: 'swipe_card', card: chiplessCard })
    expect(device.screen()).toMatchObject(asked)
    await act({ kind: 'insert_card', card: visa })
    expect(service.result('read_card', id)).toMatchObject({ entry_mode: 'EMVContact' })
  },
)

test('a card without a chip is swiped as usual, also after another card’s chip could not be read', async () => {
  const { service, ask, act } = await terminalAtRest()
  const id = await ask(readCard)
  await act({ kind: 'insert_card', card: wornCard }, { kind: 'remove_card' })
  await act({ kind: 'swipe_card', card: chiplessCard })
  expect(service.result('read_card', id)).toMatchObject({ entry_mode: 'Swipe' })
})
