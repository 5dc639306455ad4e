import { Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Settings, soundVolumes } from '../../src-shared/pos/snapshot.ts'
import { paperWidths } from '../../src-shared/receipt/receipt-html.ts'
import { Choice } from '../components/choice.tsx'
import { Dialog } from '../components/dialog.tsx'
import { play } from '../sound/sounds.ts'
import { send } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
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
      <Choice
        legend={t('settings.scheme')}
        options={schemes.map((value) => ({ value, label: t(`settings.${value}`) }))}
        value={settings.color_scheme}
        onChange={(value) => send('settings.update', { color_scheme: value })}
      />
      <TipChoice
        presets={settings.tip_presets}
        onChange={(presets) => send('settings.update', { tip_presets: presets })}
      />
      <Switch
        size="xl"
        classNames={switchClasses}
        labelPosition="left"
        label={t('settings.tipCustom')}
        checked={settings.tip_custom}
        onChange={(event) => send('settings.update', { tip_custom: event.currentTarget.checked })}
      />
      <SoundChoice settings={settings} />
      <Choice
        legend={t('settings.paper')}
        options={paperWidths.map((mm) => ({ value: String(mm), label: `${mm} mm` }))}
        value={String(settings.paper)}
        onChange={(value) => send('settings.update', { paper: value === '58' ? 58 : 80 })}
      />
      {manager && <CashSwitches settings={settings} />}
      {manager && (
        <Switch
          size="xl"
          classNames={switchClasses}
          labelPosition="left"
          label={t('settings.tabs')}
          checked={settings.tabs}
          onChange={(event) => send('settings.tabs', { tabs: event.currentTarget.checked })}
        />
      )}
      {manager && <DisplaySettings settings={settings} />}
      {manager && <SurchargeFields rule={settings.surcharge} />}
      {manager && <AskAboveField limit={settings.ask_above} />}
      <TextInput
        size="lg"
        label={t('settings.counterName')}
        description={t('settings.counterNameHint')}
        maxLength={100}
        defaultValue={settings.counter_name}
        onBlur={(event) => {
          const name = event.currentTarget.value.trim()
          if (name !== '' && name !== settings.counter_name) send('settings.update', { counter_name: name })
        }}
      />
    </Dialog>
  )
}

/** Off, or how loud: what is chosen is heard at once. */
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

/** Only the manager's: what the drawer holds, and is counted against, depends on them. */
function CashSwitches({ settings: { cash, cash_step } }: { readonly settings: Settings }) {
  const { t } = useTranslation()
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
          checked={cash_step === 5}
          onChange={(event) =>
            send('settings.cash', { cash, cash_step: event.currentTarget.checked ? 5 : 1 })
          }
        />
      )}
    </>
  )
}
