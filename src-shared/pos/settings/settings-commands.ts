import { z } from 'zod'
import type { CommandRow } from '../command-row.ts'
import { shopSurchargeSchema } from '../sale/surcharge.ts'
import { settingsSchema } from './settings.ts'

/** Settings of a counter and of the whole shop: rows of posCommands. */
export const settingsCommands = {
  /** Settings of each counter; every other setting has a command and a right of its own. */
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
  /** The tips to offer. */
  'settings.tips': {
    right: 'set_up_shop',
    payload: settingsSchema.pick({ tip_presets: true, tip_custom: true }),
  },
  /** The name that other counters show if this one has a terminal. */
  'settings.counter_name': { right: 'set_up_shop', payload: settingsSchema.pick({ counter_name: true }) },

  /** The amount in cents above which a charge needs a second confirmation; null: never. */
  'settings.ask_above': { right: 'set_up_shop', payload: settingsSchema.pick({ ask_above: true }) },

  /** Whether cash is accepted, and the rounding of cash in cents. */
  'settings.cash': { right: 'set_up_shop', payload: settingsSchema.pick({ cash: true, cash_step: true }) },

  /** The end of the shop's day, its time zone, and whether the drawer is counted blind. */
  'settings.day': {
    right: 'set_up_shop',
    payload: settingsSchema.pick({ time_zone: true, day_ends_at: true, blind_count: true }),
  },

  /** Whether customers can open a tab with a card. */
  'settings.tabs': { right: 'set_up_shop', payload: settingsSchema.pick({ tabs: true }) },

  /** Whether there is a customer display, and where. */
  'settings.customer_display': {
    right: 'set_up_shop',
    payload: settingsSchema.pick({ customer_display: true }),
  },
  /** Asks for the folder of the display's idle pictures, or removes them. */
  'settings.display_pictures': { right: 'set_up_shop', payload: z.strictObject({ choose: z.boolean() }) },
  /** The surcharge on credit cards in percent, and the shop's location; null: none. */
  'settings.surcharge': {
    right: 'set_up_shop',
    payload: z.strictObject({ surcharge: shopSurchargeSchema.nullable() }),
  },

  /** The discounts that cashiers may give alone, and whether a reason is required. */
  'settings.discounts': {
    right: 'set_up_shop',
    payload: settingsSchema.pick({ discount_limit: true, discount_reasons: true }),
  },
} as const satisfies Readonly<Record<string, CommandRow>>
