import { describe, expect, onTestFinished, test } from 'vitest'
import { err } from '../../../../../src-shared/result.ts'
import { encryptCard } from '../../../../../src-shared/terminal/card-encryption.ts'
import { linkCloseCodes, type ToTerminal } from '../../../../../src-shared/terminal/messages.ts'
import { testCards, withWear } from '../../../../../src-terminal/cards/test-cards.ts'
import { personAtTheWindow } from '../../../../../src-terminal/device/cardholder.ts'
import { createDevice } from '../../../../../src-terminal/device/device.ts'
import { activateBy } from '../../../../../src-terminal/link/activate.ts'
import { createLinkPair } from '../../../../../src-terminal/link/link.ts'
import { createTestService } from '../../../../support/test-service-key.ts'
import { type Counter, codeOf, hsn, joinCounter, openCounter, until } from '../terminals-harness.ts'
import { visa, wireTerminal } from '../wired-terminal-harness.ts'

async function codeFor(counter: Counter): Promise<string> {
  const issued = await counter.must('terminals.activation_code', { hsn })
  return (issued as { activation_code: string }).activation_code
}

/** An activation through an attacker in the middle, who reads everything and may change the service's answers. */
async function activateThrough(counter: Counter, change: (answer: object) => object) {
  const carried: string[] = []
  const carry = async <Name extends 'terminals.begin_activation' | 'terminals.activate'>(
    name: Name,
    body: Parameters<typeof counter.call<Name>>[1],
  ) => {
    carried.push(JSON.stringify(body))
    const answer = await counter.call(name, body)
    carried.push(JSON.stringify(answer))
    return answer.ok ? { ok: true as const, value: change(answer.value) as never } : err('refused')
  }
  const code = await codeFor(counter)
  const joined = await activateBy(
    {
      begin: (body) => carry('terminals.begin_activation', body),
      finish: (body) => carry('terminals.activate', body),
    },
    { hsn, activationCode: code },
  )
  return { code, joined, carried: carried.join('\n') }
}

/** A terminal whose link passes through an attacker. @param change changes the service's messages */
async function dialThrough(counter: Counter, change: (message: ToTerminal) => ToTerminal) {
  const credential = await joinCounter(counter, await codeFor(counter))
  const pair = createLinkPair()
  const carried: string[] = []
  counter.module.context.links.accept({
    ...pair.service,
    allow() {},
    send: (message) => pair.service.send(change(message)),
    onMessage: (listener) =>
      pair.service.onMessage((message) => {
        carried.push(JSON.stringify(message))
        listener(message)
      }),
  })
  const ends: { readonly code: number }[] = []
  pair.terminal.onClose((end) => ends.push(end))
  const keys: string[] = []
  const device = createDevice({
    hsn,
    credential,
    cardholder: personAtTheWindow,
    link: pair.terminal,
    onServiceKey: ({ key_id }) => keys.push(key_id),
  })
  onTestFinished(() => device.unplug())
  return { device, ends, carried, keys, credential }
}

describe('an attacker between a terminal and the service', () => {
  test('an attacker between a terminal and the service sees neither the code nor the key of the link', async () => {
    const { joined, code, carried } = await activateThrough(await openCounter(), (answer) => answer)
    if (!joined.ok) throw new Error('not activated')
    expect(carried).not.toContain(code)
    expect(carried).not.toContain(joined.value.credential.linkKey)
  })

  test('an attacker between a terminal and the service cannot put in a key during the activation', async () => {
    const { publicKey } = await createTestService()
    const { joined } = await activateThrough(await openCounter(), (answer) =>
      'service_key' in answer ? { ...answer, service_key: publicKey } : answer,
    )
    expect(joined).toEqual(err('not_genuine'))
  })

  test('an attacker between a terminal and the service cannot put in a key in the welcome', async () => {
    const { publicKey } = await createTestService()
    const counter = await openCounter()
    const { device, ends } = await dialThrough(counter, (message) =>
      message.type === 'welcome' ? { ...message, public_key: publicKey } : message,
    )
    await until(() => ends.length > 0, 'the end of the link')
    expect(ends).toMatchObject([{ code: linkCloseCodes.serviceNotGenuine }])
    expect(device.connected()).toBe(false)
    expect(device.screen()).toMatchObject({
      kind: 'offline',
      reason: expect.stringContaining('Do not use it'),
    })
  })

  test('an attacker between a terminal and the service cannot prompt the customer before the welcome', async () => {
    const counter = await openCounter()
    const ask: ToTerminal = {
      type: 'command',
      id: 'cmd_x',
      command: { name: 'display', text: 'Type your PIN' },
      prompt_timeout_ms: 1000,
    }
    const { device, carried } = await dialThrough(counter, (message) =>
      message.type === 'welcome' ? ask : message,
    )
    await until(() => carried.length > 0, 'the hello')
    await new Promise((resolve) => setImmediate(resolve))
    expect(device.screen().kind).toBe('offline')
  })

  test.each([
    ['the amount', { show_amount: false }],
    ['the amount confirmation', { confirm_amount: false }],
  ])(
    'an attacker between a terminal and the service who hides %s from the customer gets no payment',
    async (_, hidden) => {
      const counter = await openCounter()
      const { device } = await dialThrough(counter, (message) =>
        message.type === 'command' && message.command.name === 'read_card'
          ? { ...message, command: { ...message.command, ...hidden } }
          : message,
      )
      await until(() => device.connected(), 'the welcome')
      const sessionKey = await counter.open()
      const intent = await counter.intent(1000)
      const body = { hsn, payment_intent_id: intent, include_signature: false }
      const sale = counter.call('terminals.auth_card', body, { sessionKey })
      const shows = (...kinds: string[]) => kinds.includes(device.screen().kind)
      await until(() => shows('confirm_amount', 'waiting_for_card'), 'the prompt')
      if (shows('confirm_amount')) device.act({ kind: 'key', key: 'green' })
      await until(() => shows('waiting_for_card'), 'the prompt for the card')
      const [card] = testCards
      if (card === undefined) throw new Error('there are no cards')
      device.act({ kind: 'swipe_card', card: withWear(card, 'no chip') })
      expect(codeOf(await sale)).toBe('terminal_not_connected')
      expect(await counter.payments(intent)).toHaveLength(0)
    },
  )

  test('an attacker between a terminal and the service sees no key of the link in a hello', async () => {
    const counter = await openCounter()
    const { device, carried, credential, keys } = await dialThrough(counter, (message) => message)
    await until(() => device.connected(), 'the welcome')
    expect(carried.join('\n')).not.toContain(credential.linkKey)
    // The pinned key is used: there is no new key to store.
    expect(keys).toEqual([])
  })
})

describe('a fault of the vault', () => {
  test('a fault of the vault closes a link with 1011: the terminal is not refused, and dials again', async () => {
    const counter = await openCounter()
    const { vault } = counter.services
    const { openText } = vault
    const credential = await joinCounter(counter, await codeFor(counter))
    const ends: number[] = []
    const dial = () => {
      const pair = createLinkPair()
      pair.terminal.onClose(({ code }) => ends.push(code))
      counter.module.context.links.accept({ ...pair.service, allow() {} })
      const device = createDevice({ hsn, credential, cardholder: personAtTheWindow, link: pair.terminal })
      onTestFinished(() => device.unplug())
      return device
    }
    Object.assign(vault, {
      openText() {
        throw new Error('the vault is away')
      },
    })
    dial()
    await until(() => ends.length > 0, 'the end of the link')
    expect(ends).toEqual([1011])
    Object.assign(vault, { openText })
    const device = dial()
    await until(() => device.connected(), 'the welcome')
  })
})

describe('a card that was read earlier', () => {
  const ofAnother = { commandId: 'cmd_before', hsn, amount: 1000, currency: 'USD', asked: '' }

  test.each([
    ['in another command', ofAnother],
    ['by another terminal', { ...ofAnother, hsn: 'VT-2' }],
    ['for another amount', { ...ofAnother, amount: 100_000 }],
  ])('a card that was read earlier %s cannot be used for a payment', async (_, binding) => {
    const counter = await openCounter()
    const terminal = await wireTerminal(counter)
    const sessionKey = await counter.open()
    const card = await encryptCard(visa, counter.services.vault.terminalKeys().publicKey, binding)
    terminal.answer('read_card', { entry_mode: 'Swipe', card, chip: null, cardholder_name: null })
    const intent = await counter.intent(1000)
    const body = { hsn, payment_intent_id: intent, include_signature: false }
    expect(codeOf(await counter.call('terminals.auth_card', body, { sessionKey }))).toBe(
      'terminal_not_connected',
    )
    expect(await counter.payments(intent)).toHaveLength(0)
    expect(counter.bank.asked).toHaveLength(0)
  })
})
