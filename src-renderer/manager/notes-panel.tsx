import { useEffect, useState } from 'react'
import type { PaymentNote } from '../../src-shared/api/schemas/payment-note.ts'
import {
  answerAboutPayment,
  answerAboutRefund,
  type BankAnswer,
  isContradicted,
  needsFinding,
} from '../../src-shared/payments/findings.ts'
import type { PaymentHistory } from '../../src-shared/pos/manager/manager.ts'
import type { PaymentNotes } from '../../src-shared/pos/manager/note-commands.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { Segments } from '../components/segments.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './notes-panel.module.css'

/** The subject of a note: a payment, or a refund of it. */
interface Subject {
  readonly payment_id: string
  readonly refund_id: string | null
  readonly answer: BankAnswer
  readonly gateway_response: Readonly<Record<string, unknown>>
  readonly created_at: string
}

const subjectsOf = ({ payments, refunds }: PaymentHistory): readonly Subject[] => [
  ...payments.map((payment) => ({
    ...{ payment_id: payment.id, refund_id: null, answer: answerAboutPayment(payment) },
    ...{ gateway_response: payment.gateway_response, created_at: payment.created_at },
  })),
  ...refunds.map((refund) => ({
    ...{ payment_id: refund.payment_id, refund_id: refund.id, answer: answerAboutRefund(refund) },
    ...{ gateway_response: refund.gateway_response, created_at: refund.created_at },
  })),
]

/** Notes about a payment and, if its outcome is unknown, what a bank statement shows. */
export function NotesPanel({ history }: { readonly history: PaymentHistory }) {
  const { t } = useTranslation('staff')
  const [known, setKnown] = useState<PaymentNotes | null>(null)
  const [adding, setAdding] = useState(false)
  const subjects = subjectsOf(history)
  const ids = history.payments.map(({ id }) => id).join(' ')
  const load = () =>
    askMain('payments.notes', { payment_ids: ids.split(' ') }).then(
      (found) => found.ok && setKnown(found.value),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each payment
  useEffect(() => {
    if (ids !== '') void load()
  }, [ids])
  if (ids === '') return null
  const unknown = subjects.find((subject) => needsFinding(subject, Date.now())) ?? null
  const about = unknown ?? subjects[0]
  return (
    <section className={style.notes} aria-label={t('notes.title')}>
      <h2 className={style.heading}>{t('notes.title')}</h2>
      {known?.kept === 'here' && <p className={style.soft}>{t('notes.keptHere')}</p>}
      <ul className={style.list}>
        {known?.notes.map((note) => (
          <Note key={note.id} note={note} answer={answerFor(note, subjects)} />
        ))}
      </ul>
      {unknown !== null && <Notice tone="wait" title={t('notes.unknown')} text={t('notes.unknownText')} />}
      {adding && about !== undefined ? (
        <NoteForm
          about={about}
          asksFinding={unknown !== null}
          onEnd={() => {
            setAdding(false)
            void load()
          }}
        />
      ) : (
        <ActionButton
          label={t(unknown === null ? 'notes.add' : 'notes.record')}
          onPress={() => setAdding(true)}
        />
      )}
    </section>
  )
}

const answerFor = (note: PaymentNote, subjects: readonly Subject[]): BankAnswer =>
  subjects.find(({ payment_id, refund_id }) => payment_id === note.payment_id && refund_id === note.refund_id)
    ?.answer ?? 'open'

function Note({ note, answer }: { readonly note: PaymentNote; readonly answer: BankAnswer }) {
  const { t } = useTranslation('staff')
  const dates = useDates()
  const { finding, text, author, created_at, refund_id } = note
  const what = refund_id === null ? 'payment' : 'refund'
  return (
    <li className={style.note}>
      {finding !== null && <p className={style.finding}>{t(`notes.finding.${what}.${finding}`)}</p>}
      {isContradicted(finding, answer) && answer !== 'open' && (
        <p className={style.contradicted}>{t(`notes.contradicted.${what}.${answer}`)}</p>
      )}
      <p className={style.text}>{text}</p>
      <p className={style.soft}>
        {[author, dates.moment(created_at)].filter((part) => part !== null).join(' · ')}
      </p>
    </li>
  )
}

interface NoteFormProps {
  readonly about: Subject
  readonly asksFinding: boolean
  readonly onEnd: () => void
}

function NoteForm({ about: { payment_id, refund_id }, asksFinding, onEnd }: NoteFormProps) {
  const { t } = useTranslation('staff')
  const [text, setText] = useState('')
  const [finding, setFinding] = useState<'done' | 'not_done' | 'none'>('none')
  const [id] = useState(() => `note_${crypto.randomUUID()}`)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const what = refund_id === null ? 'payment' : 'refund'
  const save = async () => {
    setBusy(true)
    const asked = {
      id,
      payment_id,
      refund_id,
      finding: finding === 'none' ? null : finding,
      text: text.trim(),
    }
    const saved = await askMain('payments.add_note', asked)
    setBusy(false)
    if (saved.ok) onEnd()
    else setTrouble(t(saved.error.code === 'card_data' ? 'notes.noCard' : 'notes.failed'))
  }
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {asksFinding && (
        <Segments
          legend={t(`notes.ask.${what}`)}
          options={(['done', 'not_done', 'none'] as const).map((value) => ({
            value,
            label: value === 'none' ? t('notes.none') : t(`notes.seen.${what}.${value}`),
          }))}
          value={finding}
          onChange={setFinding}
        />
      )}
      <Field
        lines
        // The text field gets the focus unless a choice comes first.
        autoFocus={!asksFinding}
        label={t(asksFinding ? 'notes.evidence' : 'notes.text')}
        {...(asksFinding ? { hint: t('notes.evidenceHint') } : {})}
        value={text}
        maxLength={2000}
        trouble={trouble}
        onChange={setText}
      />
      <ActionButton kind="primary" submits label={t('notes.save')} disabled={busy || text.trim() === ''} />
      <ActionButton label={t('notes.leave')} onPress={onEnd} />
    </form>
  )
}
