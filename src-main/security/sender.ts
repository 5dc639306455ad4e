import type { IpcMainInvokeEvent } from 'electron'
import { isOn, posOrigin } from './origins.ts'

/** What is looked at of a message's sender. */
export type Sender = {
  readonly senderFrame: Pick<
    NonNullable<IpcMainInvokeEvent['senderFrame']>,
    'url' | 'origin' | 'parent'
  > | null
}

/** Only the top frame of a page on exactly the POS's origin may ask main for anything. */
export function isPosPage({ senderFrame }: Sender): boolean {
  if (senderFrame === null || senderFrame.parent !== null) return false
  return senderFrame.origin === posOrigin && isOn(posOrigin, senderFrame.url)
}
