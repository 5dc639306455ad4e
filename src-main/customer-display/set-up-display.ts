import type { BrowserWindow } from 'electron'
import type { Counter } from '../counter/counter.ts'
import type { Log } from '../log.ts'
import type { AppPaths } from '../paths.ts'
import type { SentSnapshot } from '../snapshot/publisher.ts'
import { createDisplayArea, type DisplayArea } from './display-area.ts'

/** The customer's display of the counter that is open. */
export function setUpDisplay({
  paths,
  window,
  snapshot,
  counter,
  log,
}: {
  readonly paths: AppPaths
  /** The cashier's window. */
  readonly window: BrowserWindow
  readonly snapshot: SentSnapshot
  readonly counter: () => Counter | null
  readonly log: Log
}): DisplayArea {
  const display = createDisplayArea(
    snapshot.present,
    async (tips) =>
      (await import('./open-display.ts')).openDisplay({
        paths,
        cashiersWindow: window,
        present: snapshot.present,
        tips,
        onSigned: (signature) => counter()?.sale.dispatch({ kind: 'sign', signature }) ?? false,
        receiptAddress: async (receipt) => (await counter()?.receiptAddress(receipt)) ?? null,
        log,
      }),
    log,
  )
  snapshot.onSent(display.follow)
  return display
}
