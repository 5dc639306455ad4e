import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accessTo } from '../../../src-main/terminal/service-access.ts'
import { createClient } from '../../../src-shared/api/client.ts'
import type { VirtualTerminalScript } from '../../../src-shared/api/schemas/sandbox.ts'
import { startServiceProcess } from '../../chaos/support/service-process.ts'
import { joinTerminal } from '../../support/join-terminal.ts'
import { must } from '../../support/must.ts'
import { openCounterInFolder } from '../../unit/main/support/counter-in-folder.ts'
import type { Secret } from './card-traces.ts'
import { createHostileTerminal, type Plant, plantsOf } from './hostile-terminal.ts'
import { startMailSink } from './mail-sink.ts'
import { startRecordingProxy } from './recording-proxy.ts'

/** The cards that are used, and their secrets. A code with a leading zero cannot be another number. */
const pans = ['4111111111111111', '5555555555554444', '4242424242424242', '4000000000000002'] as const
/** Its security code has four digits. */
const amex = '378282246310005'
const hostilePan = '4012888888881881'
const cvv = '0837'
const pin = '739184620518'

export const secrets: readonly Secret[] = [
  ...[...pans, amex, hostilePan].map((text) => ({ name: `card …${text.slice(-4)}`, text })),
  { name: 'track 2', text: `${hostilePan}=3012` },
  { name: 'track 1', text: `${hostilePan}^TORRES` },
  { name: 'security code', text: cvv },
  { name: 'PIN', text: pin },
]

/** Everything that was left behind, to be searched. */
export interface CardSales {
  readonly folder: string
  readonly sales: number
  readonly plants: number
  /** How many plants were in an answer of a welcomed terminal, not in a hello that was refused. */
  readonly welcomed: number
  readonly answers: number
  readonly mails: number
}

/**
 * Sells by card in every way, with a service and terminals in processes of their own, and keeps all output: the data
 * folder with its write-ahead log, the service's log, every answer, stream and link, mails, and the POS's folder.
 * @param everyPlant uses every nth plant of the hostile terminal; 1: all
 */
export async function sellAndKeep(folder: string, everyPlant: number): Promise<CardSales> {
  const mail = await startMailSink(join(folder, 'mails'))
  const log = join(folder, 'service.log')
  mkdirSync(join(folder, 'data'))
  writeFileSync(log, '')
  const service = await startServiceProcess(join(folder, 'data'), null, 0, 'sandbox', {
    env: {
      LOG_LEVEL: 'debug',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'receipts@example.com',
    },
    onLog: (chunk) => appendFileSync(log, chunk),
  })
  const proxy = await startRecordingProxy(service.url, join(folder, 'answers'))
  const { apiKey, accountId, merchantId } = service
  const { url } = proxy
  const client = createClient({ baseUrl: url, apiKey, accountId })
  let sales = 0
  const intentOf = (amount: number) => must(client.call('payment_intents.create', { body: { amount } }))

  /** @returns whether the sale was paid */
  async function sellOn(hsn: string, amount: number, how: 'auth_card' | 'auth_manual' = 'auth_card') {
    sales += 1
    const { session_key: sessionKey } = await must(
      client.call('terminals.connect', { body: { hsn, force: 'true' } }),
    )
    const { id } = await intentOf(amount)
    const name = `terminals.${how}` as const
    const options = how === 'auth_manual' ? { include_cvv: true } : { include_pin: true }
    const body = { hsn, payment_intent_id: id, print_receipt: true, ...options } as never
    const headers = { idempotencyKey: `sale-${sales}-${id}` }
    const sold = await client.call(name, { body, sessionKey, ...headers })
    // Repeated to get the saved answer.
    await client.call(name, { body, sessionKey, ...headers })
    return { id, paid: sold.ok && sold.value.status === 'captured', payment: sold.ok ? sold.value.id : '' }
  }

  async function virtual(script: VirtualTerminalScript, more: object = {}) {
    const hsn = `VT-${script}`
    await must(client.call('sandbox.virtual_terminals.create', { body: { hsn, script, ...more } }))
    return hsn
  }

  const access = { ...accessTo({ url, apiKey, accountId, merchantId }, () => 'en'), client }
  const counter = await openCounterInFolder({
    access: () => access,
    accountId,
    hsn: await virtual('contactless'),
    userData: join(folder, 'pos'),
    settings: { tip_presets: [], tip_custom: false },
  })
  const hostileHsn = 'VT-HOSTILE'
  const { activation_code } = await must(
    client.call('terminals.activation_code', { body: { hsn: hostileHsn } }),
  )
  const { linkKey } = await joinTerminal(client, hostileHsn, activation_code)
  const hostile = createHostileTerminal({
    url,
    hsn: hostileHsn,
    linkKey,
    card: { number: hostilePan, exp_month: '12', exp_year: '2030', pin, cvv },
  })
  try {
    await counter.terminalIs('connected')
    counter.charge(1234)
    await counter.saleIs('approved')
    sales += 1
    counter.sale.dispatch({ kind: 'finish' })

    await sellOn(await virtual('approve', { card: pans[0], pin }), 1500)
    const swiped = await sellOn(await virtual('swipe', { card: pans[1] }), 1600)
    await sellOn(await virtual('decline'), 1700)
    await sellOn(await virtual('fallback_keyed'), 1800)
    await sellOn(await virtual('debit', { pin }), 1900)
    const manual = await sellOn(
      await virtual('tip_20', { entry: 'manual', card: pans[2] }),
      2000,
      'auth_manual',
    )
    await sellOn(await virtual('customer_cancels'), 2100)

    // A browser's token with its security code; a card read on the terminal into a token; a refund and receipts.
    sales += 2
    const intent = await intentOf(2200)
    const token = await must(
      client.call('tokens.create', {
        body: {
          client_secret: intent.client_secret ?? '',
          payment_method_type: 'card',
          card: { number: amex, exp_month: '12', exp_year: '2035', cvv },
        },
      }),
    )
    const body = { payment_method_id: token.id }
    await must(client.call('payments.create', { params: { id: intent.id }, body }))
    const reader = await virtual('signature_retry', { card: pans[1] })
    const session = await must(client.call('terminals.connect', { body: { hsn: reader } }))
    const read = await must(
      client.call('terminals.read_card', {
        body: { hsn: reader, amount: 2300 },
        sessionKey: session.session_key,
      }),
    )
    const another = await intentOf(2300)
    await must(
      client.call('payments.create', { params: { id: another.id }, body: { payment_method_id: read.id } }),
    )
    if (!swiped.paid || !manual.paid) throw new Error('the card that was swiped, or typed, was not paid with')
    await must(
      client.call('refunds.create', { params: { id: manual.payment }, body: { amount: 100 } as never }),
    )
    for (const id of [swiped.id, another.id, intent.id]) {
      await must(
        client.call('payment_intents.send_receipt', {
          params: { id },
          body: { email_override: 'ana@example.com' } as never,
        }),
      )
    }

    const plants = plantsOf(hostilePan, pin).filter((_, at) => at % everyPlant === 0)
    // Without a plant the sale is paid, so later refusals are caused by the plants.
    await hostile.plant({ name: 'nothing' })
    const clean = await sellOn(hostileHsn, 1000)
    if (!clean.paid) throw new Error('the hostile terminal is not paid with although nothing is planted')
    const welcomed = await plantAll(plants)
    await client.call('terminals.terminal_details', { body: { merchant_id: merchantId } })
    await client.call('payment_intents.list', { query: { limit: 50 } as never })
    return { folder, sales, plants: plants.length, welcomed, answers: proxy.count(), mails: mail.count() }
  } finally {
    hostile.stop()
    await counter.stop()
    await proxy.stop()
    await service.kill()
    await mail.stop()
  }

  /** Uses each plant in one sale on the hostile terminal. @returns how often the terminal was welcomed */
  async function plantAll(plants: readonly Plant[]): Promise<number> {
    let welcomed = 0
    for (const plant of plants) {
      if ((await hostile.plant(plant)) === 'refused') continue
      welcomed += 1
      await sellOn(hostileHsn, 1000)
    }
    return welcomed
  }
}
