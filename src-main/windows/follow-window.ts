import { app, type BrowserWindow, nativeTheme } from 'electron'
import { isUnderWay } from '../../src-shared/pos/sale/under-way.ts'
import { holdInKiosk } from '../computer/kiosk.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'
import { onPersonInput } from '../staff/person-input.ts'
import type { StaffSession } from '../staff/staff-session.ts'
import { askBeforeClose } from './ask-before-close.ts'
import { themeSourceOf } from './color-scheme.ts'

/** The cashier's window as the settings have it, and what somebody does to it: input, closing it, loading it anew. */
export function followWindow({
  window,
  settings,
  snapshot,
  staff,
  personActed,
}: {
  readonly window: BrowserWindow
  readonly settings: SettingsStore
  readonly snapshot: SnapshotPublisher
  readonly staff: Pick<StaffSession, 'leave'>
  readonly personActed: () => void
}): void {
  settings.onChange((changed) => {
    nativeTheme.themeSource = themeSourceOf(changed.color_scheme)
    snapshot.update({ settings: changed })
  })
  const isKiosk = () => settings.present().full_screen
  holdInKiosk(window, app, isKiosk)
  askBeforeClose(window, app, {
    isNeeded: () => !isKiosk() && isUnderWay(snapshot.present()),
    isAsked: () => snapshot.present().close_asked,
    ask: () => snapshot.update({ close_asked: true }),
  })
  onPersonInput(window.webContents, personActed)
  // A page that is loaded anew begins at the counter: a role that its page had opened is not there for whoever comes next.
  window.webContents.on('did-navigate', () => staff.leave())
}
