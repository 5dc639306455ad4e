import type { z } from 'zod'
import { isJsonObject } from '../../src-shared/json-object.ts'
import { languages } from '../../src-shared/language.ts'
import { ownTimeZone } from '../../src-shared/local-time.ts'
import { firstSettings } from '../../src-shared/pos/at-start.ts'
import { type SettingName, settingNames } from '../../src-shared/pos/installer-tools/profile.ts'
import type { TipOffer } from '../../src-shared/pos/sale/sale-events.ts'
import { type Settings, settingsSchema } from '../../src-shared/pos/settings/settings.ts'
import { createTurns } from '../async/in-turn.ts'
import { jsonFile } from './json-file.ts'

export interface SettingsStore {
  present(): Settings
  /** The counter's own settings, without the organisation's. */
  own(): Settings
  /** The settings set by the organisation, which an update does not change. */
  readonly locked: readonly SettingName[]
  onChange(listener: (settings: Settings) => void): void
  /** Writes the file before the settings take effect. */
  update(changes: Partial<Settings>): Promise<void>
}

/** @param locale of the computer, such as `fr-CA`: the language until a person chooses one */
export function defaultSettings(locale: string): Settings {
  const language = languages.find((one) => locale.toLowerCase().startsWith(one)) ?? 'en'
  return { language, ...firstSettings, counter_name: firstNames[language], time_zone: ownTimeZone() }
}

/** The first name of a counter, which is on receipts and in the audit trail. */
const firstNames = {
  en: firstSettings.counter_name,
  es: 'Caja 1',
  fr: 'Caisse 1',
} as const satisfies Readonly<Record<Settings['language'], string>>

/** @param managed the settings set by the organisation */
export async function openSettings(
  path: string,
  locale: string,
  managed: Partial<Settings> = {},
): Promise<SettingsStore> {
  const defaults = defaultSettings(locale)
  // Files of earlier versions have none of these.
  const schema = settingsSchema.extend({
    counter_name: settingsSchema.shape.counter_name.default(defaults.counter_name),
    sound_volume: settingsSchema.shape.sound_volume.default(defaults.sound_volume),
    ask_above: settingsSchema.shape.ask_above.default(defaults.ask_above),
    discount_limit: settingsSchema.shape.discount_limit.default(defaults.discount_limit),
    discount_reasons: settingsSchema.shape.discount_reasons.default(defaults.discount_reasons),
    cash: settingsSchema.shape.cash.default(defaults.cash),
    paper: settingsSchema.shape.paper.default(defaults.paper),
    cash_step: settingsSchema.shape.cash_step.default(defaults.cash_step),
    tabs: settingsSchema.shape.tabs.default(defaults.tabs),
    customer_display: settingsSchema.shape.customer_display.default(defaults.customer_display),
    display_pictures: settingsSchema.shape.display_pictures.default(defaults.display_pictures),
    surcharge: settingsSchema.shape.surcharge.default(defaults.surcharge),
    // A time zone unknown to this computer does not invalidate the other settings.
    time_zone: settingsSchema.shape.time_zone.catch(defaults.time_zone),
    day_ends_at: settingsSchema.shape.day_ends_at.default(defaults.day_ends_at),
    start_with_computer: settingsSchema.shape.start_with_computer.default(defaults.start_with_computer),
    full_screen: settingsSchema.shape.full_screen.default(defaults.full_screen),
    keep_awake: settingsSchema.shape.keep_awake.default(defaults.keep_awake),
    blind_count: settingsSchema.shape.blind_count.default(defaults.blind_count),
  })
  const file = jsonFile(path, schema, defaults, {
    keepsGood: true,
    // An invalid setting does not invalidate the others.
    salvage: (json, good) =>
      schema.safeParse({ ...defaults, ...fieldsOf(good), ...wholeFields(json, schema) }).data ?? null,
  })
  // The organisation's settings override the counter's own, which apply again when those are removed.
  let own = await file.read()
  const present = (): Settings => ({ ...own, ...managed })
  const locked = settingNames.filter((name) => name in managed)
  const listeners: ((settings: Settings) => void)[] = []
  const { inTurn } = createTurns()
  return {
    present,
    own: () => own,
    locked,
    onChange: (listener) => void listeners.push(listener),
    update: (changes) =>
      inTurn(async () => {
        const changed = Object.entries(changes).filter(([name]) => !(name in managed))
        const next = { ...own, ...Object.fromEntries(changed) }
        await file.write(next)
        own = next
        for (const listener of listeners) listener(present())
      }),
  }
}

/** The settings among these that the organisation has set to another value. */
export const lockedIn = (
  { locked, present }: Pick<SettingsStore, 'locked' | 'present'>,
  changes: Partial<Settings>,
): readonly SettingName[] =>
  locked.filter(
    (name) => name in changes && JSON.stringify(changes[name]) !== JSON.stringify(present()[name]),
  )

const fieldsOf = (json: unknown): object => (isJsonObject(json) ? json : {})

/** The fields that are valid by themselves. */
const wholeFields = (json: unknown, schema: z.ZodObject): object =>
  Object.fromEntries(
    Object.entries(fieldsOf(json)).filter(
      ([name, value]) =>
        Object.hasOwn(schema.shape, name) && schema.shape[name]?.safeParse(value).success === true,
    ),
  )

/** The tips offered to the customer on the terminal; null when the settings offer none. */
export const tipOffer = ({ tip_presets, tip_custom }: Settings): TipOffer | null =>
  tip_presets.length === 0 && !tip_custom ? null : { presets: tip_presets, custom: tip_custom }
