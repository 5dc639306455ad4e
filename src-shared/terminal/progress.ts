import { z } from 'zod'

/** The steps of the customer at the terminal, in their order. */
export const progressSteps = [
  'choosing_tip',
  'confirming_amount',
  'waiting_for_card',
  'entering_card',
  'card_inserted',
  'card_tapped',
  'card_swiped',
  'pin_entry',
  'authorizing',
  'remove_card',
  'card_removed',
  'approved',
  'declined',
  'signing',
  'printing',
] as const

export const progressSchema = z.enum(progressSteps)
export type Progress = (typeof progressSteps)[number]
