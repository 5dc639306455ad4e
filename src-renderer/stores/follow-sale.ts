import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { type Chime, play } from '../sound/sounds.ts'
import { clearRefusal } from './command-store.ts'
import { closeDialog, useDialogStore } from './dialog-store.ts'
import { clearEntry } from './entry-store.ts'
import { useSnapshotStore } from './snapshot-store.ts'

/** What else happens on the screen when a sale moves from one state to the next. */
export interface SaleMove {
  readonly chime: Chime | null
  /** The typed amount has become the sale's. */
  readonly takesEntry: boolean
  /** The state changed, so what was refused before and what was asked about it no longer matters. */
  readonly moved: boolean
}

/** @param before null at the first snapshot: what was there already makes no sound. */
export function saleMove(before: Snapshot | null, after: Snapshot): SaleMove {
  const moved = before !== null && before.sale.kind !== after.sale.kind
  const chimeOf = (kind: Snapshot['sale']['kind']): Chime | null =>
    kind === 'approved' || kind === 'declined' ? kind : null
  return {
    chime: moved && after.settings.sounds ? chimeOf(after.sale.kind) : null,
    takesEntry: moved && before.sale.kind === 'ready',
    moved,
  }
}

export function followSale(): () => void {
  return useSnapshotStore.subscribe(({ snapshot: after }, { snapshot: before }) => {
    if (after === null) return
    const { chime, takesEntry, moved } = saleMove(before, after)
    if (takesEntry) clearEntry()
    if (chime !== null) play(chime)
    if (!moved) return
    clearRefusal()
    if (useDialogStore.getState().open === 'confirm_cancel') closeDialog()
  })
}
