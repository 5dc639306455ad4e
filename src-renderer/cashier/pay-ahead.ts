import { waitingExchange } from '../../src-shared/pos/returns/waiting-exchange.ts'
import type { PaymentEntry } from '../../src-shared/pos/sale/sale.ts'
import { useCashStore } from '../stores/cash-store.ts'
import { requestCard, requestPayment, takesCash } from '../stores/charge.ts'
import { useDialogStore } from '../stores/dialog-store.ts'
import { pressAmountKey, useEntryStore } from '../stores/entry-store.ts'
import {
  beginKeysAhead,
  endKeysAhead,
  forgetKeysAhead,
  holdKey,
  takeKeysAhead,
} from '../stores/keys-ahead.ts'
import { sendLink } from '../stores/link-store.ts'
import { usePlaceStore } from '../stores/place-store.ts'
import { useSnapshotStore, whenAtRest } from '../stores/snapshot-store.ts'
import { putOnTab } from '../tabs/tab-store.ts'
import type { AmountKey } from './amount-entry.ts'

export type WayAhead = PaymentEntry | 'cash' | 'split' | 'link' | 'tab'

let ahead: { readonly way: WayAhead } | null = null

/**
 * The cashier has typed the next amount and pressed a way to pay while the previous sale is still shown. The amount is
 * paid as soon as that sale has been left. If another sale returns to the counter instead, it waits for the next press.
 *
 * Only the first of several such presses counts. Digits after it are meant for the screen of cash, or of the bill.
 */
export function payAhead(way: WayAhead): void {
  if (ahead !== null) {
    endKeysAhead()
    return
  }
  if (way === 'cash' || way === 'split') beginKeysAhead()
  const asked = { way }
  ahead = asked
  const left = (then: () => void) => () => {
    if (ahead === asked) then()
  }
  whenAtRest(
    left(() => {
      ahead = null
      payTyped(way)
    }),
    left(forgetPayAhead),
  )
}

/** The previous sale could not be left: the typed amount stays, and is paid when the cashier presses again. */
export function forgetPayAhead(): void {
  ahead = null
  forgetKeysAhead()
}

/** Handles a key of the next amount. Once its payment is requested, the amount can be cleared but not changed. */
export function typeAhead(key: AmountKey): void {
  if (key === 'clear') forgetPayAhead()
  if (ahead === null) pressAmountKey(key)
  else holdKey(key)
}

/** Does what the key does at the counter. If the counter's state changed meanwhile, it only shows the typed amount. */
function payTyped(way: WayAhead): void {
  const keys = takeKeysAhead()
  requestTyped(way)
  if (useCashStore.getState().open) beginKeysAhead()
  for (const key of keys) holdKey(key)
}

function requestTyped(way: WayAhead): void {
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
