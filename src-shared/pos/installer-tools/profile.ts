import { z } from 'zod'
import { type Settings, settingsSchema } from '../settings/settings.ts'

/**
 * Of each setting, whether it is the same at many counters, or this one's own. A profile holds the shared ones and nothing
 * else: no key, no PIN, and nothing that belongs to one computer. Whoever adds a setting decides here.
 */
export const settingReach = {
  language: 'shared',
  color_scheme: 'shared',
  tip_presets: 'shared',
  tip_custom: 'shared',
  sounds: 'shared',
  sound_volume: 'shared',
  ask_above: 'shared',
  discount_limit: 'shared',
  discount_reasons: 'shared',
  cash: 'shared',
  cash_step: 'shared',
  tabs: 'shared',
  surcharge: 'shared',
  time_zone: 'shared',
  day_ends_at: 'shared',
  blind_count: 'shared',
  paper: 'shared',
  customer_display: 'shared',
  start_with_computer: 'shared',
  full_screen: 'shared',
  keep_awake: 'shared',
  // A folder of this computer.
  display_pictures: 'own',
  // By it other counters know who has a terminal.
  counter_name: 'own',
} as const satisfies Readonly<Record<keyof Settings, 'shared' | 'own'>>

export type SettingName = keyof Settings

export const settingNames = Object.keys(settingReach) as readonly SettingName[]
export const sharedSettings = settingNames.filter((name) => settingReach[name] === 'shared')

export const profileKind = 'countertop-profile'
export const profileVersion = 1

const shared = settingsSchema.omit({ display_pictures: true, counter_name: true }).partial().strict()

export const profileSchema = z.strictObject({
  kind: z.literal(profileKind),
  version: z.literal(profileVersion),
  settings: shared,
})
export type ProfileSettings = Partial<Omit<Settings, 'display_pictures' | 'counter_name'>>

/** More than any profile has, characters. */
export const longestProfile = 100_000

/** What is wrong with a profile, and where. */
export interface ProfileProblem {
  readonly kind: 'not_json' | 'not_profile' | 'newer' | 'unknown' | 'own' | 'value'
  /** From 1; null where it is no line's. */
  readonly line: number | null
  /** Such as settings.cash_step; null where it is the whole. */
  readonly field: string | null
  /** Which values can be used, as they are written there, or from and to where: `58, 80`, `≥ 1`. Absent where that is not said so briefly. */
  readonly allowed?: string
  /** Of what is allowed; absent where it is no sum. */
  readonly unit?: 'cents'
}

/** What a profile would change here. */
export interface ProfilePreview {
  /** Where there is any, nothing is changed. */
  readonly problems: readonly ProfileProblem[]
  readonly changes: readonly {
    readonly name: SettingName
    readonly before: unknown
    readonly after: unknown
  }[]
  /** It would change these, and the organisation has set them. */
  readonly locked: readonly SettingName[]
  /** So many settings are as the profile has them. */
  readonly same: number
}
