import { useState } from 'react'
import {
  baudRates,
  letterTables,
  printerColumns,
  printerLanguages,
} from '../../src-shared/pos/printing/printer-choices.ts'
import type { Printer } from '../../src-shared/pos/printing/printers.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Choice } from '../components/choice.tsx'
import { Field, SelectField } from '../components/field.tsx'
import { Page } from '../components/page.tsx'
import { showTrouble } from '../components/show-trouble.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { run, useRunning } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { FindPrinters } from './find-printers.tsx'
import { emptyPrinter, entryOf, type PrinterEntry, printerOf } from './printer-entry.ts'
import style from './printers.module.css'
import { SystemPrinterFields } from './system-printer-fields.tsx'

/** A printer that is set up, or changed. @param printer null for a new one */
export function PrinterForm({
  printer,
  onDone,
}: {
  readonly printer: Printer | null
  readonly onDone: () => void
}) {
  const { t } = useTranslation('printing')
  const [entry, setEntry] = useState<PrinterEntry>(printer === null ? emptyPrinter : entryOf(printer))
  const [tried, setTried] = useState(false)
  const saving = useRunning('printers.save')
  const devices = useSnapshot(({ installer }) => installer.devices)
  const ports = devices.filter(({ kind }) => kind === 'serial')
  const usbPrinters = devices.filter(({ printer: isPrinter }) => isPrinter === true)
  const change = (changes: Partial<PrinterEntry>) => setEntry({ ...entry, ...changes })
  const fields = printerOf(entry)
  const ofSystem = entry.way === 'system'
  const save = async (form: HTMLElement) => {
    setTried(true)
    if (fields === null) return showTrouble(form)
    if ((await run('printers.save', { ...fields, id: printer?.id ?? null })) === null) onDone()
  }
  const troubleOf = (isWrong: boolean, words: string) => (tried && isWrong ? words : null)
  return (
    <Page title={t(printer === null ? 'form.add' : 'form.change')}>
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save(event.currentTarget)
        }}
      >
        <Field
          label={t('form.name')}
          value={entry.name}
          onChange={(name) => change({ name })}
          maxLength={60}
          hint={t('form.nameHint')}
          trouble={troubleOf(entry.name.trim() === '', t('form.nameMissing'))}
        />
        <Choice
          legend={t('form.way')}
          value={entry.way}
          onChange={(way) => change({ way })}
          options={[
            { value: 'tcp', label: t('form.tcp') },
            { value: 'serial', label: t('form.serial') },
            { value: 'usb', label: t('form.usb') },
            { value: 'system', label: t('form.system') },
          ]}
        />
        {entry.way === 'system' && (
          <SystemPrinterFields
            queue={entry.queue}
            onChange={(queue) => change({ queue })}
            trouble={troubleOf(entry.queue === '', t('form.usbMissing'))}
          />
        )}
        {entry.way === 'usb' &&
          (usbPrinters.length === 0 && entry.usb === '' ? (
            <p role="status" data-missing>
              {t('form.noUsb')}
            </p>
          ) : (
            <SelectField
              label={t('form.usbDevice')}
              value={entry.usb}
              options={[
                { value: '', label: t('form.chooseUsb') },
                ...usbPrinters.map(({ path, name }) => ({ value: path, label: `${name} ${path}`.trim() })),
                ...(entry.usb === '' || usbPrinters.some(({ path }) => path === entry.usb)
                  ? []
                  : [{ value: entry.usb, label: entry.usb }]),
              ]}
              onChange={(usb) => change({ usb })}
              trouble={troubleOf(entry.usb === '', t('form.usbMissing'))}
            />
          ))}
        {entry.way === 'tcp' && (
          <>
            <FindPrinters onChoose={(host) => change({ host, port: '9100' })} />
            <Field
              label={t('form.host')}
              value={entry.host}
              onChange={(host) => change({ host })}
              placeholder="192.168.1.50"
              maxLength={253}
              trouble={troubleOf(
                fields === null && !/^[A-Za-z0-9.:_-]+$/.test(entry.host),
                t('form.hostWrong'),
              )}
            />
            <Field
              label={t('form.port')}
              value={entry.port}
              onChange={(port) => change({ port })}
              inputMode="numeric"
              maxLength={5}
              hint={t('form.portHint')}
              trouble={troubleOf(!/^[1-9]\d*$/.test(entry.port), t('form.portWrong'))}
            />
          </>
        )}
        {entry.way === 'serial' && (
          <>
            {ports.length > 0 && (
              <SelectField
                label={t('form.found')}
                value={entry.path}
                options={[
                  { value: '', label: t('form.otherPort') },
                  ...ports.map(({ path, name }) => ({ value: path, label: `${path} ${name}`.trim() })),
                ]}
                onChange={(path) => change({ path })}
              />
            )}
            <Field
              label={t('form.path')}
              value={entry.path}
              onChange={(path) => change({ path })}
              placeholder="COM3"
              maxLength={300}
              trouble={troubleOf(entry.path === '', t('form.pathMissing'))}
            />
            <SelectField
              label={t('form.baud')}
              value={entry.baud}
              options={baudRates.map((rate) => ({ value: String(rate), label: String(rate) }))}
              onChange={(baud) => change({ baud })}
            />
          </>
        )}
        {!ofSystem && (
          <SelectField
            label={t('form.language')}
            value={entry.language}
            options={printerLanguages.map((value) => ({ value, label: t(`form.languages.${value}`) }))}
            onChange={(language) => change({ language })}
          />
        )}
        <Choice
          legend={t('form.paper')}
          value={ofSystem && entry.columns === '42' ? '48' : entry.columns}
          onChange={(columns) => change({ columns })}
          options={printerColumns
            .filter((columns) => !ofSystem || columns !== 42)
            .map((columns) => ({
              value: String(columns),
              label: ofSystem && columns === 48 ? '80 mm' : t(`form.columns.${columns}`),
            }))}
        />
        {!ofSystem && entry.language === 'esc-pos' && (
          <SelectField
            label={t('form.letters')}
            value={entry.letters}
            options={letterTables.map((value) => ({ value, label: t(`form.tables.${value}`) }))}
            onChange={(letters) => change({ letters })}
          />
        )}
        {(ofSystem ? (['each_sale'] as const) : (['cuts', 'drawer', 'each_sale'] as const)).map((name) => (
          <label key={name} className={style.check}>
            <input
              type="checkbox"
              checked={entry[name]}
              onChange={(event) => change({ [name]: event.currentTarget.checked })}
            />
            <span>{t(`form.${name}`)}</span>
          </label>
        ))}
        <div className={style.actions}>
          <ActionButton submits kind="primary" label={t('form.save')} disabled={saving} />
          <ActionButton kind="quiet" label={t('form.cancel')} onPress={onDone} />
        </div>
      </form>
    </Page>
  )
}
