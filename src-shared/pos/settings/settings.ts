import { z } from 'zod'
import { amountSchema } from '../../api/schemas/common.ts'
import { languages } from '../../language.ts'
import { isTimeZone } from '../../local-time.ts'
import { paperWidths } from '../../receipt/paper-width.ts'
import { cashSteps } from '../bill/cash.ts'
import { surchargeRuleSchema } from '../sale/surcharge.ts'
import { colorSchemes, customerDisplays, soundVolumes } from './setting-choices.ts'

export const settingsSchema = z.object({
  language: z.enum(languages),
  color_scheme: z.enum(colorSchemes),
  /** Whole percentages to offer on the terminal; if empty and without custom amounts, no tip is asked for. */
  tip_presets: z.array(z.number().int().min(1).max(100)).max(3),
  tip_custom: z.boolean(),
  sounds: z.boolean(),
  sound_volume: z.enum(soundVolumes),
  /** Above this, in cents, a charge needs a second confirmation, in case of a typing error. Null: never. */
  ask_above: amountSchema.min(1).nullable(),
  /** The discount on a line or order that needs no manager's PIN, in whole percent; null: no limit. */
  discount_limit: z.number().int().min(0).max(100).nullable(),
  /** Whether a discount requires a reason. */
  discount_reasons: z.boolean(),
  /** Whether customers may pay in cash. */
  cash: z.boolean(),
  /** The rounding of cash in cents; null: by the currency's coins. */
  cash_step: z.literal(cashSteps).nullable(),
  /** Whether customers can open a tab with a card. */
  tabs: z.boolean(),
  /** The surcharge on credit cards, with the customer's consent; null: none. */
  surcharge: surchargeRuleSchema.nullable(),
  /** The shop's IANA time zone, for the end of its day and its hours. */
  time_zone: z.string().refine(isTimeZone, { error: 'no time zone that this computer knows' }),
  /** When a business day ends, in minutes after midnight: a bar that closes at two has 120 or later. */
  day_ends_at: z
    .number()
    .int()
    .min(0)
    .max(12 * 60),
  /** Blind count: only the manager sees the expected amount, in the report. */
  blind_count: z.boolean(),
  /** The width of the receipt roll, in mm. */
  paper: z.literal(paperWidths),
  /** The customer's display: none, full screen on the second screen, or in a window. */
  customer_display: z.enum(customerDisplays),
  /** The folder of the display's idle pictures; null: none. */
  display_pictures: z.string().max(1_000).nullable(),
  /** Starts the counter when a person signs in to the computer. */
  start_with_computer: z.boolean(),
  /** Full screen, which only an installer can leave. */
  full_screen: z.boolean(),
  /** Keeps the screen on while the counter is open. */
  keep_awake: z.boolean(),
  /** The name that people at other counters see if this one holds a terminal they want. */
  counter_name: z.string().trim().min(1).max(100),
})
export type Settings = z.infer<typeof settingsSchema>
