import { create } from 'zustand'
import { openDialog } from './dialog-store.ts'

/** The parked sale whose record is being written. */
export const useParkedRecordStore = create<{ readonly saleId: string }>()(() => ({ saleId: '' }))

export function askWhatHappened(saleId: string): void {
  useParkedRecordStore.setState({ saleId })
  openDialog('parked_record')
}
