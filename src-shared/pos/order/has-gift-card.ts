import type { Order } from './order.ts'

/** Whether a gift card is sold or loaded: only a bill puts money on it, once it is paid. */
export const hasGiftCard = ({ lines }: Order): boolean =>
  lines.some(({ gift_card }) => gift_card !== undefined)
