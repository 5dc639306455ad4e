import { createClient } from '../../../src-shared/api/client.ts'
import { openCounterInFolder } from '../../unit/main/support/counter-in-folder.ts'
import type { CounterSetUp, FromCounter, ToCounter } from './counter-messages.ts'

/**
 * All of a counter but its windows, in a process of its own that can be killed at any moment: the terminal
 * connection, the sale, the journal on a real disk. Its parent is the cashier.
 */
const setUp = JSON.parse(process.argv[2] ?? '') as CounterSetUp
const { url, apiKey, accountId } = setUp
const client = createClient({ baseUrl: url, apiKey, accountId })
const counter = await openCounterInFolder({
  ...setUp,
  access: () => ({ ...setUp, client }),
  settings: { tip_presets: [...setUp.tipPresets], tip_custom: false },
  now: () => Date.now() + setUp.clockOffsetMs,
})

/** How often the cashier looks at the screen, ms. */
const lookMs = 15
let reported: FromCounter | null = null
let taken = 0
const look = () => {
  const { sale, bill, terminal } = counter.snapshot()
  const same = reported?.sale === sale && reported.bill === bill && reported.terminal === terminal
  if (same && reported?.taken === taken) return
  reported = { kind: 'now', sale, bill, terminal, taken }
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
  }
})
process.on('disconnect', () => process.exit())
