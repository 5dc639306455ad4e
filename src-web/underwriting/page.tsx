import { useState } from 'preact/hooks'
import type { Application } from '../../src-shared/api/schemas/application.ts'
import type { ApplyingContractor } from '../../src-shared/api/schemas/contractor.ts'
import type { ApplicationStatus } from '../../src-shared/boarding/application-moves.ts'
import type { PageFailure } from '../components/ask-service.ts'
import { Notice } from '../components/notice.tsx'
import { TextField } from '../components/text-field.tsx'
import { Title } from '../components/title.tsx'
import { ApplicationCard } from './application-card.tsx'
import { ContractorCard } from './contractor-card.tsx'
import type { Move, UnderwriterApi } from './underwriter-api.ts'
import type { Words } from './words.ts'

interface PageProps {
  readonly words: Words
  readonly createApi: (key: string) => UnderwriterApi
}

type Outcome = { readonly kind: 'good' | 'bad'; readonly text: string }
const noFields = { key: '', name: '', reason: '', documents: 'BANK_STATEMENT' }
type FieldName = keyof typeof noFields

/** The sandbox's underwriter for trainers: the applications that a key can access, with every decision on them. */
export function Page({ words, createApi }: PageProps) {
  const [fields, setFields] = useState(noFields)
  const [found, setFound] = useState<readonly Application[] | null>(null)
  const [contractors, setContractors] = useState<readonly ApplyingContractor[]>([])
  const [message, setMessage] = useState<Outcome | null>(null)
  const [isBusy, setBusy] = useState(false)
  const api = createApi(fields.key.trim())

  const field = (id: FieldName, required = false) => (
    <TextField
      {...{ id, required, value: fields[id], problem: null, autoComplete: 'off' }}
      label={words(id)}
      hint={id === 'key' || id === 'documents' ? words(`${id}Hint`) : undefined}
      onType={({ value }) => setFields((before) => ({ ...before, [id]: value }))}
    />
  )
  const failed = (failure: PageFailure): Outcome => ({
    kind: 'bad',
    text: failure.kind === 'no_answer' ? words('noAnswer') : words('refused', { code: failure.code }),
  })
  /** Runs one request at a time and shows its result. */
  const during = (task: () => Promise<Outcome | null>) => {
    if (isBusy) return
    setBusy(true)
    void task().then((outcome) => {
      setMessage(outcome)
      setBusy(false)
    })
  }
  const look = async (): Promise<Outcome | null> => {
    const answer = await api.list(fields.name.trim())
    if (!answer.ok) return failed(answer.error)
    setFound(answer.value.data)
    const others = await api.listContractors()
    if (!others.ok) return failed(others.error)
    setContractors(others.value.data)
    return null
  }
  const move = async ({ id, name }: Application, to: ApplicationStatus | null): Promise<Outcome> => {
    const answer = await api.advance(id, to === null ? null : moveOf(to, fields))
    if (!answer.ok) return failed(answer.error)
    const { value } = answer
    setFound((before) => (before ?? []).map((one) => (one.id === id ? value : one)))
    return { kind: 'good', text: words('done', { name: name ?? id, status: value.status }) }
  }
  const decide = async ({ id, name }: ApplyingContractor, to: 'APPROVED' | 'REJECTED'): Promise<Outcome> => {
    const answer = await api.decideContractor(id, to)
    if (!answer.ok) return failed(answer.error)
    setContractors((before) => before.filter((one) => one.id !== id))
    const status = answer.value.contractor_status
    return { kind: 'good', text: words('done', { name: name ?? id, status }) }
  }

  return (
    <>
      <Title text={words('title')} takesFocus={false} />
      <p>{words('intro')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          during(look)
        }}
      >
        {field('key', true)}
        {field('name')}
        <button type="submit" class="primary" aria-disabled={isBusy}>
          {words('look')}
        </button>
      </form>
      {message === null ? null : <Notice kind={message.kind}>{message.text}</Notice>}
      {found === null ? null : (
        <>
          {found.length === 0 ? <p>{words('none')}</p> : null}
          {found.length === 0 ? null : field('reason')}
          {found.length === 0 ? null : field('documents')}
          {found.map((application) => (
            <ApplicationCard
              {...{ words, application, isBusy }}
              key={application.id}
              onMove={(to) => during(() => move(application, to))}
            />
          ))}
          <h2>{words('contractors')}</h2>
          {contractors.length === 0 ? <p>{words('noContractors')}</p> : null}
          {contractors.map((contractor) => (
            <ContractorCard
              {...{ words, contractor, isBusy }}
              key={contractor.id}
              onDecide={(to) => during(() => decide(contractor, to))}
            />
          ))}
        </>
      )}
    </>
  )
}

const moveOf = (to: ApplicationStatus, { reason, documents }: typeof noFields): Move => ({
  to,
  ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
  ...(to === 'NEED_INFORMATION'
    ? { documents_requested: { document_types: documents.split(/[\s,]+/).filter(Boolean) } }
    : {}),
})
