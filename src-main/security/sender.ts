import type { IpcMainInvokeEvent } from 'electron'
import { displayOrigin, isOn, posOrigin } from './origins.ts'

/** What is looked at of a message's sender. */
export type Sender = {
  readonly senderFrame: Pick<
    NonNullable<IpcMainInvokeEvent['senderFrame']>,
    'url' | 'origin' | 'parent'
  > | null
}

/** Only the top frame of a page on exactly the POS's origin may ask main for anything. */
export const isPosPage = (sender: Sender): boolean => isPageOn(posOrigin, sender)

/** As strictly, of the customer's display, which has channels of its own. */
export const isDisplayPage = (sender: Sender): boolean => isPageOn(displayOrigin, sender)

function isPageOn(origin: string, { senderFrame }: Sender): boolean {
  if (senderFrame === null || senderFrame.parent !== null) return false
  return senderFrame.origin === origin && isOn(origin, senderFrame.url)
}
