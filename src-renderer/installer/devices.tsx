import { IconAlertTriangle, IconPlugConnected, IconUsb } from '@tabler/icons-react'
import type { Device } from '../../src-shared/pos/terminals/installer.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { send } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './terminals.module.css'

/** The devices plugged into this computer, updated as they are connected and removed. */
export function Devices() {
  const { t } = useTranslation('staff')
  const devices = useSnapshot(({ installer }) => installer.devices)
  return (
    <section className={style.section}>
      <h2 className={style.heading}>{t('devices.title')}</h2>
      {devices.length === 0 ? (
        <p className={style.soft}>{t('devices.none')}</p>
      ) : (
        <ul className={style.devices} aria-live="polite">
          {devices.map((device) => (
            <DeviceLine key={`${device.kind} ${device.path}`} device={device} />
          ))}
        </ul>
      )}
    </section>
  )
}

function DeviceLine({ device }: { readonly device: Device }) {
  const { t } = useTranslation('staff')
  const Icon = device.kind === 'usb' ? IconUsb : IconPlugConnected
  return (
    <li className={style.device}>
      <Icon size={26} aria-hidden />
      <span className={style.deviceName}>
        {device.name === '' ? t(`devices.${device.kind}`) : device.name}{' '}
        <span className={style.soft}>{device.path}</span>
      </span>
      <DeviceState device={device} />
      {device.kind === 'serial' && (
        <span className={style.ask}>
          <ActionButton
            label={t(device.carried ? 'devices.release' : 'devices.carry')}
            onPress={() => send('devices.carry', { path: device.path, carried: !device.carried })}
          />
        </span>
      )}
    </li>
  )
}

function DeviceState({ device: { hsn, trouble } }: { readonly device: Device }) {
  const { t } = useTranslation('staff')
  if (hsn !== null) return <span>{t('devices.carries', { hsn })}</span>
  if (trouble === undefined) return <span className={style.soft}>{t('devices.silent')}</span>
  return (
    <span className={style.capability}>
      <IconAlertTriangle size={22} aria-hidden />
      <strong>{t(`devices.trouble.${trouble}`)}</strong>
    </span>
  )
}
