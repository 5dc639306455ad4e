import { expect, test } from 'vitest'
import { decrypt, terminalAtRest } from '../device-harness.ts'
import { green, insertVisa, readCard, readManual, type, visa } from '../sample-commands.ts'

test('a PIN has at most twelve digits, and a card number at most nineteen', async () => {
  const { device, ask, act } = await terminalAtRest()
  await ask({ ...readCard, include_pin: true })
  await act(insertVisa, ...type('1234567890123'))
  expect(device.screen()).toMatchObject({ kind: 'pin', digits: 12 })
  const typing = await terminalAtRest()
  await typing.ask(readManual)
  await typing.act(...type('41111111111111111111'))
  expect(typing.device.screen()).toMatchObject({ kind: 'typing', field: 'number', length: 19 })
})

test('a PIN that was skipped is reported with the card', async () => {
  const { service, ask, act } = await terminalAtRest()
  const id = await ask({ ...readCard, include_pin: true })
  await act(insertVisa, green)
  expect(service.result('read_card', id).chip).toMatchObject({ tvr: '0000088000', verification: 'signature' })
})

test('only the green key confirms the amount', async () => {
  const { device, ask, act } = await terminalAtRest()
  await ask({ ...readCard, confirm_amount: true })
  await act(...type('5'))
  expect(device.screen().kind).toBe('confirm_amount')
  await act(green)
  expect(device.screen().kind).toBe('waiting_for_card')
})

test('a card that is typed without its expiry date is sent without one', async () => {
  const { service, ask, act } = await terminalAtRest()
  const id = await ask({ ...readManual, include_expiry: false, include_cvv: false, include_avs: false })
  await act(...type(visa.number), green)
  expect(await decrypt(service.result('read_manual', id).card)).toMatchObject({ exp_month: '', exp_year: '' })
})
