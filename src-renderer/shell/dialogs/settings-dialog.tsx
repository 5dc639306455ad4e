import { Switch, TextInput } from '@mantine/core'
import { cashStepIn } from '../../../src-shared/pos/bill/cash.ts'
import { soundVolumes } from '../../../src-shared/pos/settings/setting-choices.ts'
import type { Settings } from '../../../src-shared/pos/settings/settings.ts'
import { paperWidths } from '../../../src-shared/receipt/paper-width.ts'
import { Choice } from '../../components/choice.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { play } from '../../sound/sounds.ts'
import { send } from '../../stores/command-store.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'
import { Lockable } from '../locked.tsx'
import { AskAboveField } from './ask-above-field.tsx'
import { DisplaySettings } from './display-settings.tsx'
import style from './settings-dialog.module.css'
import { SurchargeFields } from './surcharge-fields.tsx'
import { TipChoice } from './tip-choice.tsx'

const schemes = ['light', 'dark', 'auto'] as const

const switchClasses = {
  body: style.switchBody ?? '',
  label: style.switchLabel ?? '',
  track: style.track ?? '',
  thumb: style.thumb ?? '',
}

export function SettingsDialog() {
  const { t } = useTranslation()
  const settings = useSnapshot((snapshot) => snapshot.settings)
  const manager = useSnapshot((snapshot) => snapshot.staff.role === 'manager')
  return (
    <Dialog title={t('settings.title')}>
      <Lockable names={['color_scheme']}>
        <Choice
          legend={t('settings.scheme')}
          options={schemes.map((value) => ({ value, label: t(`settings.${value}`) }))}
          value={settings.color_scheme}
          onChange={(value) => send('settings.update', { color_scheme: value })}
        />
      </Lockable>
      {manager && (
        <Lockable names={['tip_presets', 'tip_custom']}>
          <TipFields settings={settings} />
        </Lockable>
      )}
      <Lockable names={['sounds', 'sound_volume']}>
        <SoundChoice settings={settings} />
      </Lockable>
      <Lockable names={['paper']}>
        <Choice
          legend={t('settings.paper')}
          options={paperWidths.map((mm) => ({ value: String(mm), label: `${mm} mm` }))}
          value={String(settings.paper)}
          onChange={(value) => send('settings.update', { paper: value === '58' ? 58 : 80 })}
        />
      </Lockable>
      {manager && <ShopSettings settings={settings} />}
    </Dialog>
  )
}

/** For managers only. */
function ShopSettings({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation()
  return (
    <>
      <Lockable names={['cash', 'cash_step']}>
        <CashSwitches settings={settings} />
      </Lockable>
      <Lockable names={['tabs']}>
        <Switch
          size="xl"
          classNames={switchClasses}
          labelPosition="left"
          label={t('settings.tabs')}
          checked={settings.tabs}
          onChange={(event) => send('settings.tabs', { tabs: event.currentTarget.checked })}
        />
      </Lockable>
      <Lockable names={['customer_display']}>
        <DisplaySettings settings={settings} />
      </Lockable>
      <Lockable names={['surcharge']}>
        <SurchargeFields rule={settings.surcharge} />
      </Lockable>
      <Lockable names={['ask_above']}>
        <AskAboveField limit={settings.ask_above} />
      </Lockable>
      <CounterName settings={settings} />
    </>
  )
}

/** For managers only: the tips that customers are offered. */
function TipFields({ settings: { tip_presets, tip_custom } }: { readonly settings: Settings }) {
  const { t } = useTranslation()
  return (
    <>
      <TipChoice
        presets={tip_presets}
        onChange={(presets) => send('settings.tips', { tip_presets: [...presets], tip_custom })}
      />
      <Switch
        size="xl"
        classNames={switchClasses}
        labelPosition="left"
        label={t('settings.tipCustom')}
        checked={tip_custom}
        onChange={(event) => send('settings.tips', { tip_presets, tip_custom: event.currentTarget.checked })}
      />
    </>
  )
}

/** For managers only: other counters show this name as the holder of a terminal. */
function CounterName({ settings: { counter_name } }: { readonly settings: Settings }) {
  const { t } = useTranslation()
  return (
    <TextInput
      size="lg"
      label={t('settings.counterName')}
      description={t('settings.counterNameHint')}
      maxLength={100}
      defaultValue={counter_name}
      onBlur={(event) => {
        const name = event.currentTarget.value.trim()
        if (name !== '' && name !== counter_name) send('settings.counter_name', { counter_name: name })
      }}
    />
  )
}

/** Sound off, or its volume; a choice is played at once. */
function SoundChoice({ settings: { sounds, sound_volume } }: { readonly settings: Settings }) {
  const { t } = useTranslation()
  const volumes = ['off', ...soundVolumes] as const
  return (
    <Choice
      legend={t('settings.sounds')}
      options={volumes.map((value) => ({ value, label: t(`settings.volume.${value}`) }))}
      value={sounds ? sound_volume : 'off'}
      onChange={(value) => {
        if (value === 'off') return void send('settings.update', { sounds: false })
        send('settings.update', { sounds: true, sound_volume: value })
        play('approved', value)
      }}
    />
  )
}

/** For managers only: the drawer's contents and its counts depend on them. */
function CashSwitches({ settings: { cash, cash_step } }: { readonly settings: Settings }) {
  const { t } = useTranslation()
  const step = useSnapshot(({ currency, settings }) => cashStepIn(currency, settings))
  return (
    <>
      <Switch
        size="xl"
        classNames={switchClasses}
        labelPosition="left"
        label={t('settings.cash')}
        checked={cash}
        onChange={(event) => send('settings.cash', { cash: event.currentTarget.checked, cash_step })}
      />
      {cash && (
        <Switch
          size="xl"
          classNames={switchClasses}
          labelPosition="left"
          label={t('settings.cashRounding')}
          checked={step === 5}
          onChange={(event) =>
            send('settings.cash', { cash, cash_step: event.currentTarget.checked ? 5 : 1 })
          }
        />
      )}
    </>
  )
}
