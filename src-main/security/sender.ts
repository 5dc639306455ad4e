import type { IpcMainInvokeEvent } from 'electron'
import { displayOrigin, isOn, posOrigin } from './origins.ts'

/** The checked part of a message's sender. */
export type Sender = {
  readonly senderFrame: Pick<
    NonNullable<IpcMainInvokeEvent['senderFrame']>,
    'url' | 'origin' | 'parent'
  > | null
}

/** Only the top frame of a page on exactly the POS's origin may send commands to main. */
export const isPosPage = (sender: Sender): boolean => isPageOn(posOrigin, sender)

/** The same check for the customer's display, which has its own channels. */
export const isDisplayPage = (sender: Sender): boolean => isPageOn(displayOrigin, sender)

function isPageOn(origin: string, { senderFrame }: Sender): boolean {
  if (senderFrame === null || senderFrame.parent !== null) return false
  return senderFrame.origin === origin && isOn(origin, senderFrame.url)
}
