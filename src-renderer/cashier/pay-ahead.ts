import { waitingExchange } from '../../src-shared/pos/returns/waiting-exchange.ts'
import type { PaymentEntry } from '../../src-shared/pos/sale/sale.ts'
import { requestCard, requestPayment, takesCash } from '../stores/charge.ts'
import { useDialogStore } from '../stores/dialog-store.ts'
import { pressAmountKey, useEntryStore } from '../stores/entry-store.ts'
import { sendLink } from '../stores/link-store.ts'
import { usePlaceStore } from '../stores/place-store.ts'
import { useSnapshotStore, whenAtRest } from '../stores/snapshot-store.ts'
import { putOnTab } from '../tabs/tab-store.ts'
import type { AmountKey } from './amount-entry.ts'

export type WayAhead = PaymentEntry | 'cash' | 'split' | 'link' | 'tab'

let ahead: { readonly way: WayAhead } | null = null

/**
 * The next amount has been typed, and is to be paid, while the sale before it is still on the screen: it is, as soon as
 * that has been left. Only the first of several such presses counts.
 */
export function payAhead(way: WayAhead): void {
  if (ahead !== null) return
  const asked = { way }
  ahead = asked
  whenAtRest(() => {
    if (ahead !== asked) return
    ahead = null
    payTyped(way)
  })
}

/** The sale before could not be left: what was typed stays, and is paid when somebody presses so again. */
export const forgetPayAhead = (): void => {
  ahead = null
}

/** A key of the next amount. What is to be paid already is no longer changed, only cleared. */
export function typeAhead(key: AmountKey): void {
  if (key === 'clear') forgetPayAhead()
  if (ahead === null) pressAmountKey(key)
}

/** As the same key does at the counter, which may have become another one meanwhile: then it shows what was typed. */
function payTyped(way: WayAhead): void {
  const { snapshot } = useSnapshotStore.getState()
  const { amount } = useEntryStore.getState()
  const isElsewhere = usePlaceStore.getState().place !== 'counter' || useDialogStore.getState().open !== null
  const isRungUp = (snapshot?.selling.book?.draft.lines.length ?? 0) > 0
  if (snapshot === null || amount === 0 || isElsewhere || isRungUp) return
  if (waitingExchange(snapshot) !== null) return
  switch (way) {
    case 'cash':
    case 'split':
      if (takesCash(snapshot)) requestPayment(way)
      return
    case 'link':
      if (snapshot.service.kind === 'ready') sendLink(null)
      return
    case 'tab':
      if (snapshot.settings.tabs) putOnTab(null)
      return
    default:
      requestCard(way, amount, null)
  }
}
