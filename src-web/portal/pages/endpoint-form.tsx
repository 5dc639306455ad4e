import { useMemo, useState } from 'preact/hooks'
import type { EventFilter } from '../../../src-shared/api/schemas/event.ts'
import type { PageFailure } from '../../components/ask-service.ts'
import { failureText, usePortal } from '../context.ts'
import { Choices, Dialog } from '../parts/dialog.tsx'
import { Field, Select } from '../parts/fields.tsx'
import { SecretDialog } from '../parts/secret-dialog.tsx'
import { newKey } from '../portal-api.ts'
import { businessIn } from '../scope.ts'

const filters = [
  '*',
  'v2.payment.*',
  'v2.refund.*',
  'v2.settlement.*',
  'v2.application.*',
] as const satisfies readonly EventFilter[]
const filterWords = {
  '*': 'everything',
  'v2.payment.*': 'payments',
  'v2.refund.*': 'refunds',
  'v2.settlement.*': 'settlements',
  'v2.application.*': 'applications',
} as const

/** Has events delivered to an address, and shows once by what secret they are signed. */
export function EndpointForm({ onClose }: { readonly onClose: (made: boolean) => void }) {
  const { words, api, session, scope } = usePortal()
  const idempotencyKey = useMemo(newKey, [])
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const [filter, setFilter] = useState<(typeof filters)[number]>('*')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<PageFailure | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const send = async () => {
    setBusy(true)
    const business_id = businessIn(session, scope)
    const answer = await api.call('webhook_endpoints.create', {
      body: {
        url,
        event_types: [filter],
        ...(description.trim() === '' ? {} : { description: description.trim() }),
        ...(scope.accountId === null ? {} : { account_id: scope.accountId }),
        ...(scope.accountId !== null || business_id === null ? {} : { business_id }),
      },
      idempotencyKey,
    })
    setBusy(false)
    if (answer.ok) setSecret(answer.value.secret ?? '')
    else setFailure(answer.error)
  }
  if (secret !== null) {
    return (
      <SecretDialog
        title={words('webhook.ready')}
        label={words('webhook.secret')}
        value={secret}
        hint={words('webhook.once')}
        close={words('key.kept')}
        onClose={() => onClose(true)}
      />
    )
  }
  return (
    <Dialog title={words('webhook.add')} onClose={busy ? null : () => onClose(false)}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Field
          label={words('webhook.url')}
          hint={words('webhook.urlHint')}
          type="url"
          value={url}
          onChange={setUrl}
          required
        />
        <Field label={words('webhook.description')} value={description} onChange={setDescription} />
        <Select
          label={words('webhook.events')}
          value={filter}
          onChange={(value) => setFilter(filters.find((one) => one === value) ?? '*')}
        >
          {filters.map((one) => (
            <option key={one} value={one}>
              {words(`webhook.${filterWords[one]}`)}
            </option>
          ))}
        </Select>
        {failure === null ? null : (
          <p class="field-note-wrong" role="alert">
            {failureText(words, failure)}
          </p>
        )}
        <Choices action={words('webhook.add')} busy={busy} onBack={() => onClose(false)} />
      </form>
    </Dialog>
  )
}
