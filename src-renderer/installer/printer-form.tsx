import { useState } from 'react'
import {
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
import { PrinterAddressFields } from './printer-address-fields.tsx'
import { emptyPrinter, entryOf, type PrinterEntry, printerOf } from './printer-entry.ts'
import style from './printers.module.css'

/** Sets up or changes a printer. @param printer null for a new one */
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
        <PrinterAddressFields entry={entry} onChange={change} troubleOf={troubleOf} />
        <PaperFields entry={entry} onChange={change} />
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

/** The printer's command language, and the size and features of its paper. */
function PaperFields({
  entry,
  onChange,
}: {
  readonly entry: PrinterEntry
  readonly onChange: (changes: Partial<PrinterEntry>) => void
}) {
  const { t } = useTranslation('printing')
  const ofSystem = entry.way === 'system'
  return (
    <>
      {!ofSystem && (
        <SelectField
          label={t('form.language')}
          value={entry.language}
          options={printerLanguages.map((value) => ({ value, label: t(`form.languages.${value}`) }))}
          onChange={(language) => onChange({ language })}
        />
      )}
      <Choice
        legend={t('form.paper')}
        value={ofSystem && entry.columns === '42' ? '48' : entry.columns}
        onChange={(columns) => onChange({ columns })}
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
          onChange={(letters) => onChange({ letters })}
        />
      )}
    </>
  )
}
