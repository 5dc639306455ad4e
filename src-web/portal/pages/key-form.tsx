import { useState } from 'preact/hooks'
import type { CreateApiKeyBody } from '../../../src-shared/api/schemas/api-key.ts'
import { ok } from '../../../src-shared/result.ts'
import { usePortal } from '../context.ts'
import { type KeyLevel, keyLevelsFor } from '../key-levels.ts'
import { Field, Select } from '../parts/fields.tsx'
import { SecretForm } from '../parts/secret-form.tsx'
import { accountsOf, businessIn } from '../scope.ts'

/** Creates an API key with the chosen scope and rights. */
export function KeyForm({ onClose }: { readonly onClose: (made: boolean) => void }) {
  const { words, api, session, scope } = usePortal()
  const [name, setName] = useState('')
  const levels = keyLevelsFor(session)
  const [level, setLevel] = useState<KeyLevel>(
    levels.find((one) => one === 'account') ?? levels[0] ?? 'business',
  )
  const accounts = accountsOf(session)
  const [account, setAccount] = useState(scope.accountId ?? accounts[0]?.id ?? '')
  const [business, setBusiness] = useState(businessIn(session, scope) ?? session.businesses[0]?.id ?? '')
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
      <Select label={words('key.level')} value={level} onChange={(value) => setLevel(value as KeyLevel)}>
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
