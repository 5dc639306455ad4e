import { useState } from 'preact/hooks'
import type { CreateApiKeyBody } from '../../../src-shared/api/schemas/api-key.ts'
import { ok } from '../../../src-shared/result.ts'
import { usePortal } from '../context.ts'
import { Field, Select } from '../parts/fields.tsx'
import { SecretForm } from '../parts/secret-form.tsx'
import { accountsOf, businessIn } from '../scope.ts'

type Level = 'partner' | 'business' | 'account' | 'read_only' | 'public'

/** Creates an API key with the chosen scope and rights. */
export function KeyForm({ onClose }: { readonly onClose: (made: boolean) => void }) {
  const { words, api, session, scope } = usePortal()
  const [name, setName] = useState('')
  const [level, setLevel] = useState<Level>('account')
  const accounts = accountsOf(session)
  const [account, setAccount] = useState(scope.accountId ?? accounts[0]?.id ?? '')
  const [business, setBusiness] = useState(businessIn(session, scope) ?? session.businesses[0]?.id ?? '')
  const levels: readonly Level[] =
    session.level === 'partner'
      ? ['partner', 'business', 'account', 'read_only', 'public']
      : ['business', 'account', 'read_only', 'public']
  const create = async (idempotencyKey: string) => {
    const body: CreateApiKeyBody = {
      name,
      level,
      ...(level === 'business' ? { business_id: business } : {}),
      ...(level === 'account' || level === 'public' || level === 'read_only' ? { account_id: account } : {}),
    }
    const answer = await api.call('api_keys.create', { body, idempotencyKey })
    return answer.ok ? ok(answer.value.key) : answer
  }
  return (
    <SecretForm
      title={words('key.add')}
      made={{ title: words('key.ready'), label: words('key.secret'), hint: words('key.once') }}
      create={create}
      onClose={onClose}
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
    </SecretForm>
  )
}
