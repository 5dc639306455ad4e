import { app, type BrowserWindow, nativeTheme } from 'electron'
import { isUnderWay } from '../../src-shared/pos/sale/under-way.ts'
import { holdInKiosk } from '../computer/kiosk.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'
import { onPersonInput } from '../staff/person-input.ts'
import type { StaffSession } from '../staff/staff-session.ts'
import { askBeforeClose } from './ask-before-close.ts'
import { themeSourceOf } from './color-scheme.ts'

/** Applies the settings to the cashier's window, and handles input, closing and reloading. */
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
  // A reloaded page begins at the counter, so a role that was opened in it must not stay open for the next person.
  window.webContents.on('did-navigate', () => staff.leave())
}
