import { useMemo, useState } from 'preact/hooks'
import type { CreateApiKeyBody } from '../../../src-shared/api/schemas/api-key.ts'
import type { PageFailure } from '../../components/ask-service.ts'
import { failureText, usePortal } from '../context.ts'
import { Choices, Dialog } from '../parts/dialog.tsx'
import { Field, Select } from '../parts/fields.tsx'
import { SecretDialog } from '../parts/secret-dialog.tsx'
import { newKey } from '../portal-api.ts'
import { accountsOf, businessIn } from '../scope.ts'

type Level = 'partner' | 'business' | 'account' | 'read_only' | 'public'

/** Makes a key, and shows it once: it is kept nowhere. */
export function KeyForm({ onClose }: { readonly onClose: (made: boolean) => void }) {
  const { words, api, session, scope } = usePortal()
  const idempotencyKey = useMemo(newKey, [])
  const [name, setName] = useState('')
  const [level, setLevel] = useState<Level>('account')
  const accounts = accountsOf(session)
  const [account, setAccount] = useState(scope.accountId ?? accounts[0]?.id ?? '')
  const [business, setBusiness] = useState(businessIn(session, scope) ?? session.businesses[0]?.id ?? '')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<PageFailure | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const levels: readonly Level[] =
    session.level === 'partner'
      ? ['partner', 'business', 'account', 'read_only', 'public']
      : ['business', 'account', 'read_only', 'public']
  const send = async () => {
    setBusy(true)
    const body: CreateApiKeyBody = {
      name,
      level,
      ...(level === 'business' ? { business_id: business } : {}),
      ...(level === 'account' || level === 'public' || level === 'read_only' ? { account_id: account } : {}),
    }
    const answer = await api.call('api_keys.create', { body, idempotencyKey })
    setBusy(false)
    if (answer.ok) setSecret(answer.value.key)
    else setFailure(answer.error)
  }
  if (secret !== null) {
    return (
      <SecretDialog
        title={words('key.ready')}
        label={words('key.secret')}
        value={secret}
        hint={words('key.once')}
        close={words('key.kept')}
        onClose={() => onClose(true)}
      />
    )
  }
  return (
    <Dialog title={words('key.add')} onClose={busy ? null : () => onClose(false)}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Field
          label={words('key.name')}
          hint={words('key.nameHint')}
          value={name}
          onChange={setName}
          required
        />
        <Select label={words('key.level')} value={level} onChange={(value) => setLevel(value as Level)}>
          {levels.map((one) => (
            <option key={one} value={one}>
              {words(`keyLevel.${one}`)}
            </option>
          ))}
        </Select>
        <p class="hint">{words(`keyLevelHint.${level}`)}</p>
        {level === 'business' && session.businesses.length > 1 ? (
          <Select label={words('key.business')} value={business} onChange={setBusiness}>
            {session.businesses.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </Select>
        ) : null}
        {level === 'account' || level === 'public' || level === 'read_only' ? (
          <Select label={words('payment.account')} value={account} onChange={setAccount}>
            {accounts.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </Select>
        ) : null}
        {failure === null ? null : (
          <p class="field-note-wrong" role="alert">
            {failureText(words, failure)}
          </p>
        )}
        <Choices action={words('key.add')} busy={busy} onBack={() => onClose(false)} />
      </form>
    </Dialog>
  )
}
