import type { Settings } from '../../src-shared/pos/settings/settings.ts'

/** Settings of a shop with a drawer and without tabs. */
export const settings: Settings = {
  language: 'en',
  color_scheme: 'light',
  tip_presets: [15, 18, 20],
  tip_custom: true,
  sounds: true,
  sound_volume: 'normal',
  discount_limit: 20,
  discount_reasons: false,
  ask_above: 500_000,
  cash: true,
  cash_step: 1,
  tabs: false,
  surcharge: null,
  // The times in the scenes are written in this zone.
  time_zone: 'UTC',
  day_ends_at: 0,
  blind_count: false,
  paper: 80,
  customer_display: 'off',
  display_pictures: null,
  start_with_computer: false,
  full_screen: false,
  keep_awake: true,
  counter_name: 'Counter 1',
}
