import { openManagerService } from '../../../src-main/manager/manager-service.ts'
import { dataPaths } from '../../../src-main/paths.ts'
import type { ReturnsService } from '../../../src-main/sales/returns-service.ts'
import { accessTo } from '../../../src-main/terminal/service-access.ts'
import { createIdSource } from '../../../src-shared/ids.ts'
import { ok } from '../../../src-shared/result.ts'
import { type CounterHarness, openCounterInFolder } from '../../unit/main/support/counter-in-folder.ts'
import { quietLog } from '../../unit/main/support/service.ts'
import type { CounterSetUp, FromCounter, ToCounter } from './counter-messages.ts'

/**
 * A counter without its windows, in a process of its own that can be killed at any moment: the terminal connection, the
 * sale, the journal on a real disk. Its parent process acts as the cashier.
 */
const setUp = JSON.parse(process.argv[2] ?? '') as CounterSetUp
const { url, apiKey, accountId } = setUp
const access = accessTo({ ...setUp, url, apiKey, accountId }, () => 'en')
const { client } = access
const newId = createIdSource(Date.now)
const manager = openManagerService({
  journal: dataPaths(setUp.userData).managerActions(accountId),
  notes: dataPaths(setUp.userData).managerNotes(accountId),
  searches: dataPaths(setUp.userData).savedSearches(accountId),
  accountId,
  author: () => null,
  client: () => client,
  counter: () => counter,
  shop: () => ({ merchant: 'Chaos', training: false, language: 'en', timeZone: 'America/Chicago' }),
  mayReturn: async () => null,
  person: () => null,
  onStatus: () => undefined,
  onEnd: () => undefined,
  newActionId: () => newId('action'),
  now: Date.now,
  log: quietLog,
})
const counter: CounterHarness = await openCounterInFolder({
  ...setUp,
  access: () => access,
  settings: { tip_presets: [...setUp.tipPresets], tip_custom: false },
  now: () => Date.now() + setUp.clockOffsetMs,
  manager: () => manager,
})

/** How often the cashier looks at the screen, in ms. */
const lookMs = 15
let reported: FromCounter | null = null
let taken = 0
const look = () => {
  const { sale, bill, terminal, tabs, returns } = counter.snapshot()
  const unbooked = counter.sale.unbooked()
  const next: FromCounter = { kind: 'now', sale, bill, terminal, tabs, returns, unbooked, taken }
  const fields = Object.keys(next) as (keyof FromCounter)[]
  if (fields.every((field) => reported?.[field] === next[field])) return
  reported = next
  process.send?.(reported)
}
setInterval(look, lookMs)

process.on('message', (message: ToCounter) => {
  taken += 1
  switch (message.kind) {
    case 'dispatch':
      counter.sale.dispatch(message.event)
      return
    case 'connect':
      void counter.terminal.connect(message.force)
      return
    case 'open_shift':
      void counter.drawer.openShift({ amount: message.amount })
      return
    case 'return':
      void counter.sales().then(({ returns }) => returns.begin(message.asked))
      return
    case 'return_step':
      void counter.sales().then(({ returns }) => stepOf[message.step](returns, message.return_id))
      return
    case 'exchange':
      void beginExchange(message)
  }
})

async function beginExchange(asked: Extract<ToCounter, { kind: 'exchange' }>): Promise<void> {
  const { return_id, bill_id: id, total, back } = asked
  const { returns } = await counter.sales()
  await returns.exchangeFor({ return_id, total, back }, async (exchange) => {
    counter.sale.dispatch({
      kind: 'open_bill',
      bill: { id, order: null, total, currency: 'USD', note: '', exchange },
    })
    return ok(null)
  })
}

const stepOf = {
  retry: (returns: ReturnsService, id: string) => returns.retry(id, null),
  handed_back: (returns: ReturnsService, id: string) => returns.handedBack(id),
  acknowledge: (returns: ReturnsService, id: string) => returns.acknowledge(id),
  cancel: (returns: ReturnsService, id: string) => returns.cancel(id),
} as const
process.on('disconnect', () => process.exit())
