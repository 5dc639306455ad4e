import { z } from 'zod'
import { type Settings, settingsSchema } from '../settings/settings.ts'

/**
 * For each setting, whether several counters share it or it belongs to this one. A profile has only the shared
 * settings: no key, no PIN, and nothing of a single computer. A new setting must be classified here.
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
  // The name under which other counters see who has a terminal.
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

/** Maximum length of a profile, in characters. */
export const longestProfile = 100_000

/** An error in a profile, and its place. */
export interface ProfileProblem {
  readonly kind: 'not_json' | 'not_profile' | 'newer' | 'unknown' | 'own' | 'value'
  /** Starts at 1; null if it concerns no line. */
  readonly line: number | null
  /** Such as settings.cash_step; null if the whole profile is wrong. */
  readonly field: string | null
  /** The usable values or their range, as in a profile: `58, 80`, `≥ 1`. Absent if there is no short form. */
  readonly allowed?: string
  /** The unit of `allowed`; absent unless it is an amount of money. */
  readonly unit?: 'cents'
}

/** The changes that a profile would make here. */
export interface ProfilePreview {
  /** If there are any, nothing is changed. */
  readonly problems: readonly ProfileProblem[]
  readonly changes: readonly {
    readonly name: SettingName
    readonly before: unknown
    readonly after: unknown
  }[]
  /** Settings that it would change, but that the organisation has fixed. */
  readonly locked: readonly SettingName[]
  /** Number of settings that already equal the profile. */
  readonly same: number
}
