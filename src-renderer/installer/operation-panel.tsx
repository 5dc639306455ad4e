import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import type { TerminalListItem, TryableOperation } from '../../src-shared/pos/terminals/installer.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field, SelectField } from '../components/field.tsx'
import { Spoken } from '../components/spoken.tsx'
import { useScrollIntoView } from '../components/use-scroll-into-view.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { DiagnosticResultView } from './diagnostic-result.tsx'
import {
  asksCustomer,
  fieldsOf,
  firstWritten,
  type OperationField,
  operationFields,
} from './operation-forms.ts'
import style from './operations.module.css'
import { stopDiagnostic, tryOperation, useTerminalsStore } from './terminals-store.ts'

interface OperationPanelProps {
  readonly terminal: TerminalListItem
  readonly operation: TryableOperation
}

/** One operation: what it does, its fields, and the result of its test. */
export function OperationPanel({ terminal, operation }: OperationPanelProps) {
  const { t } = useTranslation('staff')
  const [written, setWritten] = useState(() =>
    firstWritten(operation, (name) =>
      name === 'text' ? t('operation.display.first') : firstPrompt(operation, t),
    ),
  )
  const diagnostic = useTerminalsStore((state) =>
    state.diagnostic?.hsn === terminal.hsn && state.diagnostic.operation === operation
      ? state.diagnostic
      : null,
  )
  // Scrolls to the panel when it opens, and when its test starts or ends.
  const panel = useScrollIntoView<HTMLDivElement>(true, diagnostic?.running ?? null)
  const fields = fieldsOf(operation, written)
  const run = () => {
    if (fields !== null) void tryOperation(terminal.hsn, operation, fields)
  }
  return (
    <div className={style.panel} ref={panel}>
      <p className={style.what}>{t(`operation.${operation}.what`)}</p>
      {operationFields[operation].map((field) => (
        <OperationInput
          key={field.name}
          field={field}
          value={written[field.name] ?? ''}
          onChange={(value) => setWritten({ ...written, [field.name]: value })}
        />
      ))}
      {diagnostic?.running === true ? (
        <div className={style.running}>
          <p>{t(asksCustomer(operation) ? 'operations.onTerminal' : 'operations.asking')}</p>
          <Spoken status>{t('operations.asking')}</Spoken>
          {asksCustomer(operation) && (
            <ActionButton
              icon={<IconPlayerStop size={24} aria-hidden />}
              label={t(diagnostic.stopping ? 'operations.stopping' : 'operations.stop')}
              disabled={diagnostic.stopping}
              onPress={stopDiagnostic}
            />
          )}
        </div>
      ) : (
        <ActionButton
          icon={<IconPlayerPlay size={24} aria-hidden />}
          label={t(`operation.${operation}.run`)}
          disabled={fields === null}
          onPress={run}
        />
      )}
      {diagnostic !== null && !diagnostic.running && <DiagnosticResultView diagnostic={diagnostic} />}
    </div>
  )
}

type Translate = ReturnType<typeof useTranslation<'staff'>>['t']

function firstPrompt(operation: TryableOperation, t: Translate): string {
  switch (operation) {
    case 'read_confirmation':
      return t('operation.read_confirmation.first')
    case 'read_input':
      return t('operation.read_input.first')
    case 'read_signature':
      return t('operation.read_signature.first')
    default:
      return ''
  }
}

interface OperationInputProps {
  readonly field: OperationField
  readonly value: string
  readonly onChange: (value: string) => void
}

function OperationInput({ field, value, onChange }: OperationInputProps) {
  const { t } = useTranslation('staff')
  const label = t(`operations.field.${field.name}`)
  if (field.kind === 'choice') {
    return (
      <SelectField
        label={label}
        value={value}
        options={(field.choices ?? []).map((choice) => ({ value: choice, label: choiceWords(choice, t) }))}
        onChange={onChange}
      />
    )
  }
  return (
    <Field
      label={label}
      value={value}
      lines={field.kind === 'lines'}
      {...(field.kind === 'amount' ? { inputMode: 'decimal' as const } : {})}
      {...(field.longest === undefined ? {} : { maxLength: field.longest })}
      onChange={onChange}
    />
  )
}

/** The formats of read_input, as keys of the language files. */
const formatKeys = {
  PHONE: 'phone',
  AMOUNT: 'amount',
  MMYY: 'month',
  'N4,8': 'digits',
  'AN1,16': 'letters',
} as const

/** A format of read_input as text; other formats, such as png, in capitals. */
function choiceWords(choice: string, t: Translate): string {
  const known = Object.entries(formatKeys).find(([format]) => format === choice)
  return known === undefined ? choice.toUpperCase() : t(`operations.format.${known[1]}`)
}
