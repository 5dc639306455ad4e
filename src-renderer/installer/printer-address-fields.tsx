import { baudRates } from '../../src-shared/pos/printing/printer-choices.ts'
import { Field, SelectField } from '../components/field.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { examplePort } from './example-port.ts'
import { FindPrinters } from './find-printers.tsx'
import { type PrinterEntry, printerOf } from './printer-entry.ts'
import { SystemPrinterFields } from './system-printer-fields.tsx'

interface AddressProps {
  readonly entry: PrinterEntry
  readonly onChange: (changes: Partial<PrinterEntry>) => void
  /** Returns the error text after a first attempt to save; null before. */
  readonly troubleOf: (isWrong: boolean, words: string) => string | null
}

/** The address of the printer, by the chosen kind of connection. */
export function PrinterAddressFields(props: AddressProps) {
  const { t } = useTranslation('printing')
  const { entry, onChange, troubleOf } = props
  switch (entry.way) {
    case 'tcp':
      return <NetworkFields {...props} />
    case 'serial':
      return <SerialFields {...props} />
    case 'usb':
      return <UsbFields {...props} />
    case 'system':
      return (
        <SystemPrinterFields
          queue={entry.queue}
          onChange={(queue) => onChange({ queue })}
          trouble={troubleOf(entry.queue === '', t('form.usbMissing'))}
        />
      )
  }
}

function NetworkFields({ entry, onChange, troubleOf }: AddressProps) {
  const { t } = useTranslation('printing')
  const isWrong = printerOf(entry) === null
  return (
    <>
      <FindPrinters onChoose={(host) => onChange({ host, port: '9100' })} />
      <Field
        label={t('form.host')}
        value={entry.host}
        onChange={(host) => onChange({ host })}
        placeholder="192.168.1.50"
        maxLength={253}
        trouble={troubleOf(isWrong && !/^[A-Za-z0-9.:_-]+$/.test(entry.host), t('form.hostWrong'))}
      />
      <Field
        label={t('form.port')}
        value={entry.port}
        onChange={(port) => onChange({ port })}
        inputMode="numeric"
        maxLength={5}
        hint={t('form.portHint')}
        trouble={troubleOf(!/^[1-9]\d*$/.test(entry.port), t('form.portWrong'))}
      />
    </>
  )
}

function SerialFields({ entry, onChange, troubleOf }: AddressProps) {
  const { t } = useTranslation('printing')
  const devices = useSnapshot(({ installer }) => installer.devices)
  const ports = devices.filter(({ kind }) => kind === 'serial')
  return (
    <>
      {ports.length > 0 && (
        <SelectField
          label={t('form.found')}
          value={entry.path}
          options={[
            { value: '', label: t('form.otherPort') },
            ...ports.map(({ path, name }) => ({ value: path, label: `${path} ${name}`.trim() })),
          ]}
          onChange={(path) => onChange({ path })}
        />
      )}
      <Field
        label={t('form.path')}
        value={entry.path}
        onChange={(path) => onChange({ path })}
        placeholder={examplePort}
        maxLength={300}
        trouble={troubleOf(entry.path === '', t('form.pathMissing'))}
      />
      <SelectField
        label={t('form.baud')}
        value={entry.baud}
        options={baudRates.map((rate) => ({ value: String(rate), label: String(rate) }))}
        onChange={(baud) => onChange({ baud })}
      />
    </>
  )
}

function UsbFields({ entry, onChange, troubleOf }: AddressProps) {
  const { t } = useTranslation('printing')
  const devices = useSnapshot(({ installer }) => installer.devices)
  const printers = devices.filter(({ printer }) => printer === true)
  if (printers.length === 0 && entry.usb === '') {
    return (
      <p role="status" data-missing>
        {t('form.noUsb')}
      </p>
    )
  }
  return (
    <SelectField
      label={t('form.usbDevice')}
      value={entry.usb}
      options={[
        { value: '', label: t('form.chooseUsb') },
        ...printers.map(({ path, name }) => ({ value: path, label: `${name} ${path}`.trim() })),
        ...(entry.usb === '' || printers.some(({ path }) => path === entry.usb)
          ? []
          : [{ value: entry.usb, label: entry.usb }]),
      ]}
      onChange={(usb) => onChange({ usb })}
      trouble={troubleOf(entry.usb === '', t('form.usbMissing'))}
    />
  )
}
