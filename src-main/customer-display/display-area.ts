import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { openLazily } from '../async/open-lazily.ts'
import type { Log } from '../log.ts'
import type { CustomerDisplay } from './customer-display.ts'
import { createTipQuestions, type TipQuestions } from './tip-question.ts'

/** The customer's display. Its code is not loaded until it is turned on. */
export interface DisplayArea {
  readonly tips: TipQuestions
  /** Whether the customer would see a question on it. */
  isShown(): boolean
  /** Allows the display to open, once the first screen is drawn. */
  resume(): void
  /** Called when the counter's snapshot has changed. */
  follow(): void
  stop(): void
}

export function createDisplayArea(
  present: () => Snapshot,
  open: (tips: TipQuestions) => Promise<CustomerDisplay>,
  log: Log,
): DisplayArea {
  let display: CustomerDisplay | null = null
  let mayOpen = false
  let stopped = false
  const tips = createTipQuestions(follow)
  const opening = openLazily(async () => {
    const opened = await open(tips)
    if (stopped) opened.stop()
    else display = opened
  })

  function follow(): void {
    if (display !== null) {
      display.follow()
      return
    }
    if (!mayOpen || stopped || present().settings.customer_display === 'off') return
    opening.open().catch((error: unknown) => log.error({ err: error }, 'customer_display.not_opened'))
  }

  return {
    tips,
    isShown: () => display?.isShown() ?? false,
    resume() {
      mayOpen = true
      follow()
    },
    follow,
    stop() {
      stopped = true
      tips.cancel()
      display?.stop()
      display = null
    },
  }
}
