import { defaultCurrency } from '../../src-shared/currency.ts'
import { closedStaffAreas, idleCounter } from '../../src-shared/pos/at-start.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { unknownContact } from '../../src-shared/receipt/shop-contact.ts'
import type { PlaceOfRun } from '../live-service/chosen-place.ts'
import type { Environment } from '../process/environment.ts'
import type { SettingsStore } from '../settings/settings.ts'

interface FirstSnapshotOptions extends Pick<Snapshot, 'selling' | 'staff'> {
  readonly place: PlaceOfRun
  readonly settings: SettingsStore
  readonly environment: Pick<Environment, 'currency'>
}

/** What the page draws before the service is up. */
export function firstSnapshot(options: FirstSnapshotOptions): Omit<Snapshot, 'revision'> {
  const { stored, training, damaged, keyNeeded } = options.place
  return {
    ...idleCounter,
    ...closedStaffAreas,
    merchant_name: stored?.merchant_name || 'Countertop',
    merchant_contact: unknownContact,
    program_changeable: false,
    training,
    currency: stored?.currency ?? options.environment.currency ?? defaultCurrency,
    service: { kind: damaged ? 'place_unreadable' : keyNeeded ? 'key_needed' : 'starting' },
    terminal: { kind: 'none' },
    settings: options.settings.present(),
    locked_settings: options.settings.locked,
    real_money: training ? false : (stored?.real_money ?? null),
    links: [],
    selling: options.selling,
    unreadable_links: 0,
    close_asked: false,
    staff: options.staff,
  }
}
