import { z } from 'zod'
import type { CommandRow } from '../command-row.ts'
import { shopSurchargeSchema } from '../sale/surcharge.ts'
import { settingsSchema } from './settings.ts'

/** What is set at a counter and for the whole shop: rows of posCommands. */
export const settingsCommands = {
  /** What each till sets for itself; whatever is not named here has a command and a right of its own. */
  'settings.update': {
    right: 'set_up_counter',
    payload: settingsSchema
      .pick({
        language: true,
        color_scheme: true,
        sounds: true,
        sound_volume: true,
        paper: true,
      })
      .partial()
      .strict(),
  },
  /** What is offered as tips. */
  'settings.tips': {
    right: 'set_up_shop',
    payload: settingsSchema.pick({ tip_presets: true, tip_custom: true }),
  },
  /** What other counters read of who has a terminal. */
  'settings.counter_name': { right: 'set_up_shop', payload: settingsSchema.pick({ counter_name: true }) },

  /** Above which amount (cents) a charge is asked about once more; null: never. */
  'settings.ask_above': { right: 'set_up_shop', payload: settingsSchema.pick({ ask_above: true }) },

  /** Whether cash is taken, and to how many cents it is rounded. */
  'settings.cash': { right: 'set_up_shop', payload: settingsSchema.pick({ cash: true, cash_step: true }) },

  /** When the shop's day ends, by whose clocks, and whether whoever counts the drawer is shown what was expected. */
  'settings.day': {
    right: 'set_up_shop',
    payload: settingsSchema.pick({ time_zone: true, day_ends_at: true, blind_count: true }),
  },

  /** Whether customers may leave a card and pay when they go. */
  'settings.tabs': { right: 'set_up_shop', payload: settingsSchema.pick({ tabs: true }) },

  /** Whether customers have a display of their own, and where. */
  'settings.customer_display': {
    right: 'set_up_shop',
    payload: settingsSchema.pick({ customer_display: true }),
  },
  /** Asks for the folder of the pictures that it shows while nothing is sold, or shows none any more. */
  'settings.display_pictures': { right: 'set_up_shop', payload: z.strictObject({ choose: z.boolean() }) },
  /** What is added for credit cards, per cent, and where the shop is; null: nothing is. */
  'settings.surcharge': {
    right: 'set_up_shop',
    payload: z.strictObject({ surcharge: shopSurchargeSchema.nullable() }),
  },

  /** What cashiers may give away by themselves, and whether they write down why. */
  'settings.discounts': {
    right: 'set_up_shop',
    payload: settingsSchema.pick({ discount_limit: true, discount_reasons: true }),
  },
} as const satisfies Readonly<Record<string, CommandRow>>
