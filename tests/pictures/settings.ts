import type { Settings } from '../../src-shared/pos/settings/settings.ts'

/** Of a shop with a drawer, and no tabs. */
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
  // What the scenes show is written down by these clocks.
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
