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
  /** Whole percents the customer may tap on the terminal; empty and no custom: no tip is asked for. */
  tip_presets: z.array(z.number().int().min(1).max(100)).max(3),
  tip_custom: z.boolean(),
  sounds: z.boolean(),
  sound_volume: z.enum(soundVolumes),
  /** Above this a charge is asked about once more, cents: digits too many are typed in a moment. Null: never. */
  ask_above: amountSchema.min(1).nullable(),
  /** So much of a line or an order a cashier gives away without a manager's PIN, whole percents; null: all of it. */
  discount_limit: z.number().int().min(0).max(100).nullable(),
  /** A discount is not given without a reason. */
  discount_reasons: z.boolean(),
  /** Whether customers may pay in cash. */
  cash: z.boolean(),
  /** To how many cents a sum in cash is rounded; null: as the currency's coins have it. */
  cash_step: z.literal(cashSteps).nullable(),
  /** Whether customers may leave a card and pay when they go. */
  tabs: z.boolean(),
  /** What is added for credit cards, with the customer's consent; null: nothing. */
  surcharge: surchargeRuleSchema.nullable(),
  /** The shop's own, IANA: by its clocks its day ends, and its hours are counted. */
  time_zone: z.string().refine(isTimeZone, { error: 'no time zone that this computer knows' }),
  /** When a business day ends, minutes after midnight: a bar that closes at two has 120 or later. */
  day_ends_at: z
    .number()
    .int()
    .min(0)
    .max(12 * 60),
  /** Whoever counts the drawer is not shown what was expected; the manager reads it in the report. */
  blind_count: z.boolean(),
  /** The width of the roll that receipts are made for, mm. */
  paper: z.literal(paperWidths),
  /** The customer's display: none, filling the second screen, or in a window. */
  customer_display: z.enum(customerDisplays),
  /** The folder of the pictures that it shows while nothing is sold; null: none. */
  display_pictures: z.string().max(1_000).nullable(),
  /** The counter opens when somebody signs in to the computer. */
  start_with_computer: z.boolean(),
  /** It fills the screen, and only an installer leaves that. */
  full_screen: z.boolean(),
  /** The screen stays on while the counter is open. */
  keep_awake: z.boolean(),
  /** What people at other counters read when this one holds a terminal they want. */
  counter_name: z.string().trim().min(1).max(100),
})
export type Settings = z.infer<typeof settingsSchema>
