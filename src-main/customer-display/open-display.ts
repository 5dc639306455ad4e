import { type BrowserWindow, ipcMain, screen } from 'electron'
import type { ShownReceipt } from '../../src-shared/pos/customer-display/shown-receipt.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import type { Log } from '../log.ts'
import type { AppPaths } from '../paths.ts'
import { openDisplayWindow } from '../windows/customer-display-window.ts'
import { type CustomerDisplay, openCustomerDisplay } from './customer-display.ts'
import { answerDisplay } from './display-requests.ts'
import type { TipQuestions } from './tip-question.ts'

interface OpenOptions {
  readonly paths: AppPaths
  readonly cashiersWindow: BrowserWindow
  readonly present: () => Snapshot
  readonly tips: TipQuestions
  readonly onSigned: (signature: string) => boolean
  readonly receiptAddress: (receipt: ShownReceipt) => Promise<string | null>
  readonly log: Log
}

const screenEvents = ['display-added', 'display-removed', 'display-metrics-changed'] as const

/** The customer's display on this computer's screens. Call only once: its channels stay open. */
export function openDisplay(options: OpenOptions): CustomerDisplay {
  const { paths, cashiersWindow, tips, log } = options
  const display = openCustomerDisplay({
    present: options.present,
    tip: tips,
    onSigned: options.onSigned,
    receiptAddress: options.receiptAddress,
    screens: {
      all: () => screen.getAllDisplays(),
      cashiers: () =>
        cashiersWindow.isDestroyed()
          ? screen.getPrimaryDisplay().id
          : screen.getDisplayMatching(cashiersWindow.getBounds()).id,
      onChange(listener) {
        const changed = () => {
          log.info({ screens: screen.getAllDisplays().length }, 'customer_display.screens_changed')
          listener()
        }
        for (const event of screenEvents) screen.on(event as 'display-added', changed)
        return () => {
          for (const event of screenEvents) screen.off(event as 'display-added', changed)
        }
      },
    },
    open: (place, onClosed) => openDisplayWindow(paths, place, onClosed),
  })
  answerDisplay(ipcMain, display, log)
  return display
}
